"""All benchmarks: ``make bench``."""

from tests.bench import engine, robots, tables

for module in (engine, tables, robots):
    print(f"\n{(module.__doc__ or '').partition(chr(10))[0]}")
    module.main()
