"""Proofs that one claim is in a record."""
from __future__ import annotations

import ctypes
import os
import re
from dataclasses import dataclass, fields
from typing import Any, List, Optional, Tuple, Union

from . import _library as _c
from ._library import Error, Status


@dataclass(frozen=True)
class ProofItem:
    """An item that the claim is about, as the texts of its claims say. A null is `n/a`; None: the
    item has no such claim."""

    label: str
    output: Optional[str]  #: `correct`, `wrong`, `not judged`; None: it has no output
    why: Optional[str]  #: the claim that decides, `verified is FAIL`; None: the output is correct
    verified: Optional[str]
    transcript: Optional[str]
    errors: Optional[str]  #: under load, of an item with a point of operation
    rate: Optional[str]
    rate_low: Optional[str]  #: the ends of its 95 % interval
    rate_high: Optional[str]
    independence: Optional[str]  #: `correlated, ...`: the interval is too narrow
    performance_class: Optional[str]
    numerical_class: Optional[str]
    repeats: int
    failed: int  #: how many of them
    flagged: int  #: how many have a flag
    flags: Optional[str]  #: how many have each flag: `3 starved, 1 throttled`
    unknown: int  #: how many did not fail, and have nothing that a flag could be read from


@dataclass(frozen=True)
class Proof:
    """What a proof proves: the claim is in the record with this root, and the record says this of
    the output behind it. A proof of a wrong output holds: look at `output`."""

    root: str
    name: str  #: the claim's
    text: str  #: as displayed
    index: int  #: among claim_count, from 0
    claim_count: int
    low: Optional[str]  #: the ends of its interval; None: claims like it have none
    high: Optional[str]
    class_word: Optional[str]  #: `n/a`: a null; None: claims like it have no class
    output: Optional[str]  #: the worst of its items; None: none of them has an output
    items: Tuple[ProofItem, ...]  #: of a change: the item, and its base


def _item_of(view: Any) -> ProofItem:
    values = {}
    for field in fields(ProofItem):
        value = getattr(view, field.name)
        values[field.name] = (_c.text_of(value) or None) if isinstance(value, bytes) else value
    values["output"] = _c.PROOF_OUTPUTS[view.output]
    return ProofItem(**values)


def check_proof(text: Union[str, bytes], root: str) -> Proof:
    """Checks the proof of a claim without its record.

    text: the proof, as `make_proof` or `witnessmark prove` gives it. root: the root that you hold
    from elsewhere, or 8 or more of its first digits.

    Raises Error: INVALID (no proof), MISMATCH (it does not lead to its root, or to another one than
    yours), OLDER, NEWER, ARG. It does not say that the record is valid, and it does not raise where
    the output is wrong.
    """
    if not isinstance(root, str) or not re.fullmatch("[0-9a-f]{8,64}", root):
        raise Error(Status.ARG, f"root: found {root!r:.80}, expected 8 to 64 lower-case hex digits")
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
    view = _c.wm_proof(size=ctypes.sizeof(_c.wm_proof))
    _c.call("wm_proof_check", data, len(data), ctypes.byref(view))
    proof = Proof(_c.text_of(view.root) or "", _c.text_of(view.name) or "",
                  _c.text_of(view.text) or "", view.index, view.claim_count,
                  _c.text_of(view.low) or None, _c.text_of(view.high) or None,
                  _c.text_of(view.class_word) or None, _c.PROOF_OUTPUTS[view.output],
                  tuple(map(_item_of, view.item[:view.item_count])))
    if not proof.root.startswith(root):
        raise Error(Status.MISMATCH, f"the proof is for root {proof.root}, not {root}")
    return proof


def make_proof(path: "str | os.PathLike[str]", name: str) -> str:
    """Makes the proof for the claim with this name of a record. Raises Error: NOTFOUND, INVALID,
    SYNTAX, LIMIT."""
    parts: List[bytes] = []

    def emit(_context: Any, data: int, size: int) -> int:
        try:
            parts.append(ctypes.string_at(data, size))
        except MemoryError:
            return Status.NOMEM
        return Status.OK

    _c.call("wm_proof_make", _c.path_of(path), _c.bytes_of(name, "name"), _c.EMIT(emit), None)
    return b"".join(parts).decode("utf-8")
