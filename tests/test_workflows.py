"""GitHub's files match GitHub's schemas and start programs that exist."""

import re
from pathlib import Path

import pytest
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner

HOME = Path(__file__).parent.parent
WORKFLOWS = sorted((HOME / ".github/workflows").glob("*.yml"))
FORMS = sorted((HOME / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml"))
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "custom.github-workflows-require-timeout": WORKFLOWS,
    "vendor.dependabot": [HOME / ".github/dependabot.yml"],
    "vendor.github-issue-forms": FORMS,
    "vendor.github-issue-config": [HOME / ".github/ISSUE_TEMPLATE/config.yml"],
    "vendor.compose-spec": sorted(HOME.glob("compose*.yaml")),
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_match_their_schema(schema: str) -> None:
    words = ["--builtin-schema", schema, *map(str, SCHEMAS[schema])]
    done = CliRunner().invoke(check_jsonschema, words)
    assert done.exit_code == 0, done.output


def test_workflows_call_targets_of_the_makefile() -> None:
    makefile = (HOME / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    called = {
        word
        for path in WORKFLOWS
        for line in re.findall(r"\bmake ([a-z ]+)", path.read_text(encoding="utf-8"))
        for word in line.split()
    }
    assert called
    assert called <= targets


def test_ci_runs_every_python_that_the_project_names() -> None:
    """The lowest version of `requires-python` and each later one, in the quick tests."""
    project = (HOME / "pyproject.toml").read_text(encoding="utf-8")
    lowest = re.search(r'requires-python = ">=3\.(\d+)"', project)
    assert lowest
    listed = re.search(r"python: \[(.+)\]", (HOME / ".github/workflows/ci.yml").read_text())
    assert listed
    minors = [int(minor) for minor in re.findall(r'"3\.(\d+)"', listed[1])]
    assert minors[0] == int(lowest[1])
    assert minors == [*range(minors[0], minors[-1] + 1)]
