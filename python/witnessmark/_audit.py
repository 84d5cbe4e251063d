"""Audits of records."""
from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass, field
from typing import Any, Callable, List, Optional, Tuple

from . import _library as _c
from ._library import Checkers, Error, Status

# What an audit can answer. Anything else is a trouble, which is raised.
ANSWERS = {Status.OK, Status.INVALID, Status.MISMATCH, Status.NEWER, Status.OLDER,
           Status.UNFINISHED, Status.INCOMPLETE}


@dataclass(frozen=True)
class Finding:
    """A check that did not pass, in a record that is intact."""

    claim: Optional[str]  #: the claim's name; None where it is of no claim
    text: str  #: what it is: `FAIL`, `reject`; of no claim: the whole finding
    is_of_fault: bool  #: the plan injects a fault into this item
    is_caught: bool  #: the check rejected the output with this fault, as it must


@dataclass(frozen=True)
class Failure:
    """Where and why a record was refused."""

    file: str  #: from the record's folder
    line: int  #: from 1; 0 for a file without lines
    tag: str  #: the rule's tag in record.md
    words: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: [{self.tag}] {self.words}"


@dataclass(frozen=True)
class Report:
    """What an audit found."""

    status: int  #: a Status; a plain number where a newer library has another one
    root: str  #: of a valid record; else empty
    format: str
    nodes: int
    claims: int
    size_bytes: int  #: of evidence.jsonl
    checkers: int  #: a Checkers
    findings: List[Finding] = field(default_factory=list)
    failure: Optional[Failure] = None  #: None where nothing was refused
    #: SHA-256 of the two checkers that a valid light record names; else empty
    named: Tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the record is valid, and has the root that was asked for."""
        return self.status == Status.OK

    def check(self) -> "Report":
        """Raises Error unless the record is valid; else returns the report."""
        if not self.valid:
            words = str(self.failure) if self.failure else _c.text_of(
                _c.library.wm_status_text(self.status)) or ""
            raise Error(self.status, words)
        return self


class Options:
    """Options of the library's audit, with callbacks that keep what they raise.

    C cannot pass an exception on, so `reraise` does it after the call.
    """

    def __init__(self, root: Optional[str],
                 progress: Optional[Callable[[int, int], Any]]) -> None:
        self.findings: List[Finding] = []
        self._progress = progress
        self._raised: Optional[BaseException] = None
        self.options = _c.wm_audit_options(size=ctypes.sizeof(_c.wm_audit_options))
        self.options.root = None if root is None else _c.bytes_of(root, "root")
        # The struct keeps C's pointers alone, so these attributes keep the callables.
        self._on_finding = _c.FINDING(self._take_finding)
        self._on_progress = _c.PROGRESS(self._take_progress)
        self.options.finding = self._on_finding
        self.options.progress = self._on_progress

    def _take_finding(self, _context: Any, finding: Any) -> None:
        try:
            self.findings.append(finding_of(finding.contents))
        except BaseException as error:  # pylint: disable=broad-except
            self._raised = self._raised or error

    def _take_progress(self, _context: Any, done: int, size: int) -> None:
        try:
            if self._progress is not None and self._raised is None:
                self._progress(done, size)
        except BaseException as error:  # pylint: disable=broad-except
            self._raised = self._raised or error

    def reraise(self) -> None:
        """Raises what a callback raised."""
        if self._raised is not None:
            raise self._raised


def finding_of(view: Any) -> Finding:
    """A finding of the library."""
    return Finding(_c.text_of(view.claim), _c.text_of(view.text) or "", bool(view.is_of_fault),
                   bool(view.is_caught))


def report_of(status: int, view: Any, findings: List[Finding]) -> Report:
    """A report of the library."""
    failure = None
    if view.failure.words:
        failure = Failure(_c.text_of(view.failure.file) or "", view.failure.line,
                          _c.text_of(view.failure.tag) or "", _c.text_of(view.failure.words) or "")
    known = {int(state) for state in Checkers}
    return Report(
        status=_c.status_of(status), root=_c.text_of(view.root) or "",
        format=_c.text_of(view.format) or "", nodes=view.nodes, claims=view.claims,
        size_bytes=view.size_bytes,
        checkers=Checkers(view.checkers) if view.checkers in known else view.checkers,
        findings=findings, failure=failure,
        named=tuple(one.value.decode("ascii") for one in view.named if one.value))


def audit(path: "str | os.PathLike[str]", *, root: Optional[str] = None,
          progress: Optional[Callable[[int, int], Any]] = None) -> Report:
    """Audits a record: its folder, or an evidence.jsonl alone.

    root: the root that you hold from elsewhere, or 8 or more of its first digits.
    progress: called about every 16 MiB with the bytes done and their number.

    Returns a report for every answer: valid, invalid, another root, another format, unfinished.
    Raises Error where the audit could not be done: no such path, a wrong root, out of memory.
    """
    name = _c.path_of(path)
    options = Options(root, progress)
    report = _c.wm_audit_report(size=ctypes.sizeof(_c.wm_audit_report))
    error = _c.wm_error()
    status = _c.library.wm_audit_path(name, ctypes.byref(options.options), ctypes.byref(report),
                                      ctypes.byref(error))
    options.reraise()
    if status not in ANSWERS:
        _c.must(status, error)
    return report_of(status, report, options.findings)
