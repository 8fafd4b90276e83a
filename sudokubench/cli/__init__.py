"""The command line: a click group that imports a command's module at its first use; errors become messages here."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise

import click

from sudokubench import __version__, kernels
from sudokubench.cli import interrupts, words
from sudokubench.cli.catalogue import GROUPS, SUMMARIES, module_of
from sudokubench.cli.errors import Refused, in_japanese, is_shown
from sudokubench.cli.exit_codes import FIRST, Code, Codes, code_of
from sudokubench.cli.files import HELP, REPLACING, given_values, refuse_replacing
from sudokubench.cli.japanese_help import localised
from sudokubench.cli.output import language, remark
from sudokubench.cli.progress import FOOT, discard, write_to_stderr
from sudokubench.cli.renamed_options import ELSEWHERE, with_new_names
from sudokubench.cli.stdout import kept_for_data
from sudokubench.core_words import DID_YOU_MEAN, NAMED
from sudokubench.errors import SudokubenchError, shortened, suggestion, system_reason
from sudokubench.harness.words import NOT_WRITTEN
from sudokubench.words import LANGUAGES, Words, listed, untranslated


class _LazyGroup(click.Group):
    """A group that knows the names and summaries of its commands. It imports a module when its command is used."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command by its name. The error of an unknown name gets the context, which `_refusal` needs."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, ctx=ctx) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse a command line: replace old names of options, and refuse an output file that is also an input.

        The language is set first, so that each refusal has it, wherever `--lang` stands.
        """
        args = with_new_names(ctx, args)
        command, rest = _called(ctx, self, args[args[:1] == ["--"] :])
        if any("--lang" in one.opts for one in command.params):
            words = {*pairwise(args), *(tuple(word.split("=")) for word in args)}
            ctx.ensure_object(Codes).language = next(
                (one for one in LANGUAGES if ("--lang", one) in words), None
            )
        refuse_replacing(given_values(command, rest), may_replace=command.name in REPLACING)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUMMARIES:
            return None
        module = import_module(f"sudokubench.cli.{module_of(cmd_name)}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        localised(command)
        return command

    def invoke(self, ctx: click.Context) -> Code:
        """Run the command, and return its exit code; treat a `sys.exit` inside it as an internal error."""
        try:
            super().invoke(ctx)
        except SystemExit as error:
            raise RuntimeError(f"sys.exit({error.code!r})") from error
        return ctx.ensure_object(Codes).first

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = language()
        for title, commands in GROUPS.items():
            with formatter.section(title.to(lang)):
                formatter.write_dl([(name, summary.to(lang)) for name, summary in commands.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = language()
        order = listed(untranslated(code.value) for code in FIRST)
        with formatter.section(words.EXIT_CODES.format(order=order).to(lang)):
            formatter.write_dl([(str(code.value), code.meaning.to(lang)) for code in Code])


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": [*HELP], "max_content_width": 100, "show_default": True},
)
@click.version_option(__version__)
def sudokubench() -> None:
    """A comparative solver suite for Sudoku and exact cover.

    Data goes to stdout, progress and remarks to stderr.
    """


localised(sudokubench)


@interrupts.noted()
def main() -> None:
    """Run the `sudokubench` command; turn errors into messages and exit codes."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):  # characters that the encoding lacks are escaped
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="sudokubench")
    codes = Codes()
    _show_log(codes)
    kernels.interprets_first = True
    try:
        try:
            with kept_for_data():
                sudokubench.main(prog_name="sudokubench", standalone_mode=False, obj=codes)
            sys.stdout.flush()
        finally:
            kernels.interprets_first = False
            FOOT.clear()
            interrupts.heed()  # a Ctrl-C that was lost or became another exception
    except click.exceptions.NoArgsIsHelpError as error:
        write_to_stderr(error.format_message())
        codes.note(Code.USAGE)
    except click.ClickException as error:
        _complain(_refusal(error), codes, code_of(error))
    except SudokubenchError as error:
        _complain(error.placed, codes, code_of(error))
    except (KeyboardInterrupt, click.Abort):
        _complain(words.INTERRUPTED, codes, Code.INTERRUPTED)
    except (BrokenPipeError, SystemExit):  # the reader has closed the pipe, as `head` does
        discard(sys.stdout)
    except OSError as error:  # most likely the disk of stdout is full
        reason = system_reason(error)
        unwritten = NOT_WRITTEN.format(file=words.OUTPUT, reason=reason)
        named = NAMED.format(name=untranslated(error.filename), text=reason) if error.filename else unwritten
        _complain(named, codes, Code.BAD_INPUT)
        try:
            sys.stdout.flush()
        except OSError:
            discard(sys.stdout)  # else Python fails again at exit
    except Exception as error:
        if os.environ.get("SUDOKUBENCH_DEBUG"):
            raise
        _complain(words.INTERNAL.format(error=f"{type(error).__name__}: {error}"), codes, Code.INTERNAL)
    sys.exit(codes.first)


def _plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace one of µ–…·× by a plain character if the encoding lacks it; escape any other character."""
    if isinstance(error, UnicodeEncodeError) and (sign := error.object[error.start]) in "µ–…·×":
        return "u-.-x"["µ–…·×".index(sign)], error.start + 1
    return codecs.backslashreplace_errors(error)


codecs.register_error("sudokubench", _plainer)


def _called(ctx: click.Context, command: click.Command, args: list[str]) -> tuple[click.Command, list[str]]:
    """Return the command that a command line calls, and its arguments."""
    while isinstance(command, click.Group):
        named = command.get_command(ctx, args[0]) if args else None
        found = named or command.get_command(ctx, "list")
        if found is None:
            break
        command, args = found, args[1:] if named else args
    return command, args


def _refusal(error: click.ClickException) -> Words:
    """Return the message of a refused command line: what is wrong, the possible values, and where to read more."""
    message = _message(error)
    if not isinstance(error, click.UsageError) or (ctx := error.ctx) is None:
        return message
    if isinstance(error, click.NoSuchOption):
        options = [max(one.opts, key=len) for one in ctx.command.get_params(ctx) if is_shown(one)]
        message = words.NO_SUCH_OPTION.format(name=error.option_name) + _instead(error.option_name, options)
        if isinstance(ctx.command, click.Group):
            message += words.OPTIONS_LATER
        elif error.option_name == "--lang":
            message = words.LANGUAGE_OF_LOCALE
    elif isinstance(error, click.NoSuchCommand):
        name, known = error.command_name, ctx.command.list_commands(ctx)  # type: ignore[attr-defined]
        message = words.NO_SUCH_COMMAND.format(name=name)
        message += words.BOARDS_LATER if len(name) > 15 or os.path.exists(name) else _instead(name, known)
    elif "argument" in error.format_message().partition("'")[0]:
        usage = " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])
        message += words.USAGE.format(usage=usage)
    return message + words.TRY_HELP.format(command=ctx.command_path)


def _message(error: click.ClickException) -> Words:
    """Return the message of an error of click, or of a `Refused`, which holds our own words."""
    english = error.format_message()
    if isinstance(error, Refused):
        return Words(english, in_japanese(english.removesuffix(error.words.en)) + error.words.ja)
    return Words(english, in_japanese(english))


def _instead(name: str, known: Sequence[str]) -> Words:
    """Return the end of a message, which suggests names: those for the same thing, else similar names, else all."""
    same = [ours for ours in known if name in ELSEWHERE.get(ours, ())]
    close = DID_YOU_MEAN.format(close=same[0]) if same else suggestion(name, known)
    return close if close.en else words.THERE_ARE.format(names=", ".join(known))


def _complain(message: Words, codes: Codes, code: Code) -> None:
    remark(shortened(message), codes.language)
    codes.note(code)


def _open_closed_streams() -> None:
    """Open each closed standard stream on the null device: the next file would take the number of a closed stream."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # open to the end


def _show_log(codes: Codes) -> None:
    """Print log messages as remarks, for example that a kernel is compiled."""
    import logging

    class ToStderr(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            japanese = next((one.ja for one in words.LOGGED if one.en == record.msg), record.msg)
            args = record.args or ()  # other handlers see the record too
            remark(Words(record.getMessage(), japanese % args), codes.language)

    log = logging.getLogger("sudokubench")
    log.handlers = [ToStderr()]
    log.setLevel(logging.INFO)
