"""Reading of records: claims, findings and nodes."""
from __future__ import annotations

import ctypes
import json
import math
import operator
import os
import threading
from typing import Any, Callable, Dict, Iterator, List, Optional, Union

from . import _library as _c
from ._audit import Finding, Options, Report, finding_of, report_of
from ._library import Error, Status

NUMBER, WORD = 1, 2  # of wm_claim_kind
TEXTS = ("name", "unit", "text", "class_word", "reason", "format", "id", "reduction")


def _claim_of(view: Any) -> Dict[str, Any]:
    claim: Dict[str, Any] = {key: _c.text_of(getattr(view, key)) for key in TEXTS}
    claim["class"] = claim.pop("class_word")
    claim["value"] = (view.number if view.kind == NUMBER else
                      _c.text_of(view.word) if view.kind == WORD else None)
    claim["tolerance"] = None if math.isnan(view.tolerance) else view.tolerance
    claim["line"] = view.line
    claim["reduction_line"] = view.reduction_line
    return claim


def _node_of(view: Any) -> Dict[str, Any]:
    text = ctypes.string_at(view.text, view.text_size).decode("utf-8")
    node: Dict[str, Any] = {key: _c.text_of(getattr(view, key))
                            for key in ("id", "type", "kind", "function", "field", "series")}
    node["line"] = view.line
    node["index"] = view.index if node["series"] is not None else None
    node["edges"] = [(_c.text_of(view.edges[i].field), view.edges[i].line)
                     for i in range(view.edge_count)]
    node["text"] = text
    node["content"] = json.loads(text)
    return node


class Record:
    """A valid record, open for reading. Opening audits it.

    path: its folder, or an evidence.jsonl alone. root and progress are as in `audit`.

    Raises Error where the record is not valid; status, message and place say why. Use it in a
    `with` block, or call `close`. What it returns stays usable after that.
    """

    def __init__(self, path: "str | os.PathLike[str]", *, root: Optional[str] = None,
                 progress: Optional[Callable[[int, int], Any]] = None) -> None:
        self._handle = _c.HANDLE()
        self._lock = threading.RLock()
        name = _c.path_of(path)
        options = Options(root, progress)
        error = _c.wm_error()
        status = _c.library.wm_record_open(name, ctypes.byref(options.options),
                                           ctypes.byref(self._handle), ctypes.byref(error))
        options.reraise()
        _c.must(status, error)
        view = _c.library.wm_record_report(self._handle).contents
        count = view.findings
        self._report = report_of(status, view, [self._finding(i) for i in range(count)])
        self._claims: Optional[List[Dict[str, Any]]] = None

    def _call(self, name: str, *arguments: object) -> None:
        with self._lock:
            if not self._handle:
                raise Error(Status.ARG, "the record is closed")
            _c.call(name, self._handle, *arguments)

    def _finding(self, index: int) -> Finding:
        view = _c.wm_finding(size=ctypes.sizeof(_c.wm_finding))
        self._call("wm_record_finding", index, ctypes.byref(view))
        return finding_of(view)

    def close(self) -> None:
        """Closes the record; a second call does nothing."""
        with self._lock:
            handle, self._handle = self._handle, _c.HANDLE()
            if handle:
                _c.library.wm_record_close(handle)

    def __enter__(self) -> "Record":
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) and getattr(self, "_lock", None):
            self.close()

    @property
    def report(self) -> Report:
        """What the audit found."""
        return self._report

    @property
    def root(self) -> str:
        """The root's id."""
        return self._report.root

    @property
    def findings(self) -> List[Finding]:
        """The checks that did not pass."""
        return list(self._report.findings)

    @property
    def claims(self) -> List[Dict[str, Any]]:
        """All claims as dicts, in their order.

        Keys: name, value (float, str or None), unit, text (as displayed), class, tolerance, reason,
        format, id, line, reduction (its id), reduction_line.
        """
        if self._claims is None:
            claims = []
            for index in range(self._report.claims):
                view = _c.wm_claim_view(size=ctypes.sizeof(_c.wm_claim_view))
                self._call("wm_record_claim_at", index, ctypes.byref(view))
                claims.append(_claim_of(view))
            self._claims = claims
        return [dict(claim) for claim in self._claims]

    def claim(self, name: str) -> Dict[str, Any]:
        """The claim with this name, as in `claims`. Raises Error: NOTFOUND."""
        view = _c.wm_claim_view(size=ctypes.sizeof(_c.wm_claim_view))
        self._call("wm_record_claim_named", _c.bytes_of(name, "name"), ctypes.byref(view))
        return _claim_of(view)

    def _line(self, line: int) -> int:
        """Refuses what C would cut to 64 bits."""
        line = operator.index(line)
        if not 1 <= line <= self._report.nodes:
            raise Error(Status.ARG, f"no line {line}: the record has {self._report.nodes}")
        return line

    def node(self, which: Union[int, str]) -> Dict[str, Any]:
        """The node on a line, from 1, or with an id of 64 digits.

        Keys: line, id, type, kind (of an observation), edges (pairs of field and line), function
        and field (of a reduction), series and index (of own numbers), text (its line), content (the
        line as a dict).
        """
        view = _c.wm_node_view(size=ctypes.sizeof(_c.wm_node_view))
        if isinstance(which, str):
            self._call("wm_record_node_with_id", _c.bytes_of(which, "id"), ctypes.byref(view))
        else:
            self._call("wm_record_node_at", self._line(which), ctypes.byref(view))
        return _node_of(view)

    @property
    def nodes(self) -> Iterator[Dict[str, Any]]:
        """All nodes, line by line, as `node` gives them. The library keeps each one in memory."""
        return (self.node(line) for line in range(1, self._report.nodes + 1))

    def value(self, line: int, name: str) -> Optional[float]:
        """A value of the observation of own numbers on a line; None where it is absent."""
        value = ctypes.c_double()
        self._call("wm_record_value", self._line(line), _c.bytes_of(name, "name"),
                   ctypes.byref(value))
        return None if math.isnan(value.value) else value.value
