"""Equity: ranges, exact enumeration and sampling, on the evaluation kernels (floor 3)."""
