"""Omaha Hi/Lo (eight or better): rules, evaluation, the hand."""
