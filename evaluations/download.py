"""Downloads a benchmark's official files from the hub into a folder, and writes down which commit they are of."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import ValidationError

from agent.record import Record
from evaluations.benchmarks.hub import Official
from tools.mistake import Mistake

if TYPE_CHECKING:
    from huggingface_hub import DatasetInfo

SOURCE = "SOURCE.json"
SIDE_BY_SIDE = 8
_UNWANTED = (".gitattributes", ".gitignore")


class SourceRecord(Record):
    """SOURCE.json: where the files of a folder came from. `commit` is what the hub answered for `revision`."""

    benchmark: str
    repository: str
    endpoint: str
    revision: str
    commit: str
    modified: str = ""
    """When the release last changed, as the hub tells it."""
    complete: bool = False
    """Whether every file has arrived."""
    files: dict[str, int | None]
    """Each file's size in bytes, where the hub tells it."""


class Watch(Protocol):
    """Is told of bytes as they come in, and of files once they are there. Called from several threads."""

    def moved(self, count: int) -> None: ...

    def finished(self, file: str, size: int) -> None: ...


class Watched(Protocol):
    """Begins to watch: how many files, and how many bytes, are to come."""

    def __call__(self, files: int, size: int) -> AbstractContextManager[Watch]: ...


def download(name: str, source: Official, folder: Path, revision: str, watched: Watched) -> SourceRecord:
    """Bring the release into `folder`: whole files that are there already stay, the others are fetched.

    Mistake when huggingface_hub is missing, the hub cannot be reached, the revision is not there, or the
    folder is another benchmark's.
    """
    hub = _Hub(source.repository, _endpoint())
    _same_benchmark(name, folder)
    found = hub.release(revision)
    sizes = {file.rfilename: file.size for file in found.siblings or () if file.rfilename not in _UNWANTED}
    modified = found.last_modified.isoformat() if found.last_modified else ""
    record = SourceRecord(
        benchmark=name, repository=source.repository, endpoint=hub.endpoint, revision=revision,
        commit=str(found.sha), modified=modified, files=sizes,
    )  # fmt: skip
    _write(folder, record)
    with watched(len(sizes), sum(size or 0 for size in sizes.values())) as watch:
        hub.fetch(sizes, record.commit, folder, watch)
    done = record.model_copy(update={"complete": True})
    _write(folder, done)
    return done


@dataclass(frozen=True)
class _Hub:
    """One data set's repository on the hub."""

    repository: str
    endpoint: str

    def release(self, revision: str) -> DatasetInfo:
        """What the hub tells of a revision: its commit and files."""
        api = _library().HfApi(endpoint=self.endpoint)
        with self._told(revision):
            found: DatasetInfo = api.dataset_info(self.repository, revision=revision, files_metadata=True)
        return found

    def fetch(self, sizes: dict[str, int | None], commit: str, folder: Path, watch: Watch) -> None:
        """Every file of the commit, several side by side; the first that fails, or Ctrl-C, ends the others."""
        stop = Event()

        def one(file: str) -> None:
            place = _library().hf_hub_download(
                self.repository, file, repo_type="dataset", revision=commit, local_dir=folder,
                endpoint=self.endpoint, tqdm_class=_bar(watch, stop),
            )  # fmt: skip
            watch.finished(file, Path(place).stat().st_size)

        pool = ThreadPoolExecutor(SIDE_BY_SIDE)
        with self._told(commit):
            try:
                for done in [pool.submit(one, file) for file in sizes]:
                    done.result()
            finally:
                stop.set()
                pool.shutdown(cancel_futures=True)

    @contextmanager
    def _told(self, revision: str) -> Iterator[None]:
        """What goes wrong on the way to the hub, as a line for the user."""
        try:
            yield
        except Exception as error:
            if mistake := self._mistake(error, revision):
                raise mistake from error
            raise

    def _mistake(self, error: Exception, revision: str) -> Mistake | None:
        """The line for an error of the hub or of the way to it; None for an error of the program."""
        errors = _library().errors
        if isinstance(error, errors.GatedRepoError):
            return Mistake(f"{self.repository} asks for an account", cure="Log in with: hf auth login", exit_code=1)
        if isinstance(error, errors.RevisionNotFoundError):
            return Mistake(f"{self.repository} has no such revision", got=revision, cure="Give another --revision.")
        if isinstance(error, errors.RepositoryNotFoundError):
            return Mistake(f"{self.endpoint} has no data set {self.repository}", exit_code=1)
        # the library lets the errors of its own HTTP client through, and that client has changed its name
        if isinstance(error, OSError) or type(error).__module__.partition(".")[0] in ("httpx", "httpx2"):
            words = next(iter(str(error).splitlines()), "")[:160] or type(error).__name__
            what = f"{self.repository} could not be had from {self.endpoint} ({words})"
            return Mistake(what, cure="What has arrived is kept: the same command goes on from there.", exit_code=1)
        return None


def _endpoint() -> str:
    return (os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")


def _library() -> Any:
    try:
        import huggingface_hub
    except ModuleNotFoundError:
        raise Mistake("Downloading needs huggingface_hub", cure="pip install '.[data]'", exit_code=1) from None
    return huggingface_hub


def _bar(watch: Watch, stop: Event) -> type[Any]:
    """A progress bar that shows nothing and tells `watch`: what the library reports progress to."""
    bar: Any = _library().utils.tqdm

    class Silent(bar):  # type: ignore[misc]
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **{**kwargs, "disable": True})

        def update(self, n: float | None = 1) -> None:
            if stop.is_set():
                raise InterruptedError("another file failed")
            watch.moved(int(n or 0))

    return Silent


def _same_benchmark(name: str, folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise Mistake("--to names a folder", got=str(folder))
    file = folder / SOURCE
    if not file.is_file():
        return
    try:
        there = SourceRecord.model_validate_json(file.read_bytes()).benchmark
    except ValidationError:
        raise Mistake(f"{file} is not a record of a download", cure="Choose another --to.") from None
    if there != name:
        raise Mistake(f"The folder {str(folder)!r} holds {there}", cure="Choose another --to.")


def _write(folder: Path, record: SourceRecord) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        aside = folder / f"{SOURCE}.part"
        aside.write_text(record.model_dump_json(indent=1) + "\n", encoding="utf-8")
        aside.replace(folder / SOURCE)
    except OSError as error:
        what = f"Nothing can be written into {str(folder)!r} ({error.strerror})"
        raise Mistake(what, cure="Choose another --to.", exit_code=1) from None
