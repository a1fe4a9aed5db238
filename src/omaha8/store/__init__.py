"""What a room keeps on disk (floor 5): the journal of its tables, the ledger, and its people.

`omaha8.store.interface` says what a room asks of a store; `omaha8.store.records` are the values
that go in and out.
"""
