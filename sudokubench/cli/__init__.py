"""The command line: click commands only, one module a command, loaded when called. Exit codes: `codes`."""

from __future__ import annotations

import codecs
import io
import os
import sys
from importlib import import_module

import click

from sudokubench.cli import interrupts
from sudokubench.cli.catalogue import COMMANDS, GROUPS
from sudokubench.cli.codes import Code, Codes, code_of
from sudokubench.cli.output import locale_language, remark
from sudokubench.cli.progress import FOOT
from sudokubench.cli.stdout import kept_for_data
from sudokubench.errors import SudokubenchError
from sudokubench.processes.surroundings import CHANGED
from sudokubench.words import Words


class _LazyGroup(click.Group):
    """A group that knows its commands' names and summaries, and imports a command's module when it is used."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve as click does; name all commands where a name is unknown."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"sudokubench.cli.{COMMANDS[cmd_name].module}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; treat a `sys.exit` inside it as an internal error."""
        try:
            return super().invoke(ctx)
        except SystemExit as error:
            raise RuntimeError(f"sys.exit({error.code!r})") from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        language = locale_language()
        for title, commands in GROUPS.items():
            with formatter.section(title.to(language)):
                formatter.write_dl([(name, one.summary.to(language)) for name, one in commands.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        title = Words(
            "Exit codes, the first that applies of 130, 1, 2, 3, 4, 6, 5",
            "終了コード（130、1、2、3、4、6、5 のうち最初に当てはまるもの）",
        )
        language = locale_language()
        with formatter.section(title.to(language)):
            formatter.write_dl([(str(code.value), code.meaning.to(language)) for code in Code])


@click.group(
    cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="sudokubench")
def sudokubench() -> None:
    """A comparative solver suite for Sudoku and exact cover.

    Data goes to stdout, progress and remarks to stderr.
    """


@interrupts.noted()
def main() -> None:
    """Run the `sudokubench` command; turn errors into messages and exit codes."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):  # characters that the encoding lacks are escaped
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="sudokubench")
    codes = Codes()
    _announce_compilations(codes)
    try:
        try:
            with kept_for_data():
                sudokubench.main(prog_name="sudokubench", standalone_mode=False, obj=codes)
            sys.stdout.flush()
        finally:
            FOOT.clear()
            interrupts.heed()  # a Ctrl-C that was lost or became another exception
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        codes.note(Code.USAGE)
    except click.ClickException as error:
        said = error.format_message() + _remedy(error)
        if (codes.language or locale_language()) == "ja":
            from sudokubench.cli.japanese import in_japanese

            said = in_japanese(said)
        _complain(said, codes, code_of(error))
    except SudokubenchError as error:
        _complain(error.to(codes.language or locale_language()), codes, code_of(error))
    except (KeyboardInterrupt, click.Abort):
        _complain(
            Words("interrupted", "中断しました").to(codes.language or locale_language()),
            codes,
            Code.INTERRUPTED,
        )
    except (
        BrokenPipeError,
        SystemExit,
    ):  # the reader has closed the pipe, as `head` does; click turns that into an exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:  # a full disk, most likely where stdout goes
        _complain(f"{error.strerror or error}: {error.filename or 'output'}", codes, Code.BAD_INPUT)
        try:
            sys.stdout.flush()
        except OSError:
            os.dup2(
                os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
            )  # otherwise Python fails again at exit
    except Exception as error:
        if os.environ.get("SUDOKUBENCH_DEBUG"):
            raise
        _complain(
            f"internal error, please report it: {type(error).__name__}: {error}\n"
            "Set SUDOKUBENCH_DEBUG=1 to see where.",
            codes,
            Code.INTERNAL,
        )
    sys.exit(codes.first)


def _plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace a character that the encoding lacks by a plain one of the same width; escape the others."""
    if isinstance(error, UnicodeEncodeError) and (sign := error.object[error.start]) in "µ–…·×":
        return "u-.-x"["µ–…·×".index(sign)], error.start + 1
    return codecs.backslashreplace_errors(error)


codecs.register_error("sudokubench", _plainer)


def _remedy(error: click.ClickException) -> str:
    """Return the possible values where the error does not list them, and where to read more."""
    if not isinstance(error, click.UsageError) or (ctx := error.ctx) is None:
        return ""
    more = ""
    if isinstance(error, click.NoSuchOption):
        if not error.possibilities:
            options = (one for one in ctx.command.get_params(ctx) if isinstance(one, click.Option))
            more = f" There are {', '.join(max(one.opts, key=len) for one in options)}."
        if isinstance(ctx.command, click.Group):
            more += " Write the options of a command after its name."
    elif isinstance(error, click.NoSuchCommand) and (
        len(error.command_name) > 15 or os.path.exists(error.command_name)
    ):
        more = " A board or a file comes after a command, as in: sudokubench solve BOARD."
    elif isinstance(error, click.NoSuchCommand) and not error.possibilities:
        more = f" There are {', '.join(ctx.command.list_commands(ctx))}."  # type: ignore[attr-defined]
    elif "argument" in error.format_message().partition("'")[0]:
        more = f"\n{ctx.get_usage()}"
    return f"{more}\nTry '{ctx.command_path} --help'."


def _complain(message: str, codes: Codes, code: Code) -> None:
    remark(message)
    codes.note(code)


def _open_closed_streams() -> None:
    """Open closed standard streams: they would be None, and the next file would take their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # open to the end


_JAPANESE = {
    CHANGED: "プラグイン %s がこのプロセスの %s を変えたので、元に戻しました",
    "compiling %s ...": "%s をコンパイルしています…",
    "compiling %s (once; later starts are fast) ...": "%s をコンパイルしています（初回だけです）…",
}
"""Log messages of the kernels, which do not know the language."""


def _announce_compilations(codes: Codes) -> None:
    """Show the log messages of kernels that compile, so that the user knows why the command waits."""
    import logging

    class ToStderr(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said = record.getMessage()
            if (codes.language or locale_language()) == "ja" and record.msg in _JAPANESE:
                said = _JAPANESE[record.msg] % record.args  # other handlers see the record too
            remark(said)

    log = logging.getLogger("sudokubench")
    log.handlers = [ToStderr()]
    log.setLevel(logging.INFO)
