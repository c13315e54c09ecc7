"""The evaluation: runs programs on interpreters, keeps what came out, and tells it.

Standard library only, for every python3 from 3.11 on. `bench/run` measures, `bench/report` shows,
`bench/check` compares with the kept history. README.md in the folder above says how.
"""
