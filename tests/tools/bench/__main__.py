"""All benchmarks: ``make bench``."""

from tests.tools.bench import engine, past, pictures, robots, solver, tables, workers

for module in (engine, solver, tables, past, pictures, robots, workers):
    print(f"\n{(module.__doc__ or '').partition(chr(10))[0]}")
    module.main()
