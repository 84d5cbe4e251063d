"""Proofs that one claim is in a record."""
from __future__ import annotations

import ctypes
import os
import re
from dataclasses import dataclass
from typing import Any, List, Union

from . import _library as _c
from ._library import Error, Status


@dataclass(frozen=True)
class Proof:
    """What a proof proves: the claim is in the record with this root."""

    root: str
    name: str  #: the claim's
    text: str  #: as displayed
    index: int  #: among claim_count, from 0
    claim_count: int


def check_proof(text: Union[str, bytes], root: str) -> Proof:
    """Checks the proof of a claim without its record.

    text: the proof, as `make_proof` or `witnessmark prove` gives it. root: the root that you hold
    from elsewhere, or 8 or more of its first digits.

    Raises Error: INVALID (no proof), MISMATCH (it does not lead to its root, or to another one than
    yours), NEWER, ARG. It does not say that the record is valid.
    """
    if not isinstance(root, str) or not re.fullmatch("[0-9a-f]{8,64}", root):
        raise Error(Status.ARG, f"root: found {root!r:.80}, expected 8 to 64 lower-case hex digits")
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
    view = _c.wm_proof(size=ctypes.sizeof(_c.wm_proof))
    _c.call("wm_proof_check", data, len(data), ctypes.byref(view))
    proof = Proof(_c.text_of(view.root) or "", _c.text_of(view.name) or "",
                  _c.text_of(view.text) or "", view.index, view.claim_count)
    if not proof.root.startswith(root):
        raise Error(Status.MISMATCH, f"the proof is for root {proof.root}, not {root}")
    return proof


def make_proof(path: "str | os.PathLike[str]", name: str) -> str:
    """Makes the proof for the claim with this name of a record. Raises Error: NOTFOUND, INVALID."""
    parts: List[bytes] = []

    def emit(_context: Any, data: int, size: int) -> int:
        try:
            parts.append(ctypes.string_at(data, size))
        except MemoryError:
            return Status.NOMEM
        return Status.OK

    _c.call("wm_proof_make", _c.path_of(path), _c.bytes_of(name, "name"), _c.EMIT(emit), None)
    return b"".join(parts).decode("utf-8")
