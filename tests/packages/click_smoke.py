# Commands, options, groups, prompts, errors, by the package's own runner.
import click
from click.testing import CliRunner


@click.group()
@click.option("--debug/--no-debug", default=False)
@click.pass_context
def cli(context, debug):
    context.obj = debug


@cli.command()
@click.argument("names", nargs=-1)
@click.option("--count", default=1, type=click.IntRange(1, 3), help="How often.")
@click.pass_obj
def greet(debug, names, count):
    """Greets."""
    for name in names * count:
        click.echo(f"hello {name} {debug}")


@cli.command()
@click.option("--colour", type=click.Choice(["red", "blue"]), prompt=True)
def paint(colour):
    click.secho(colour, fg=colour)


run = CliRunner().invoke
assert run(cli, ["--debug", "greet", "a", "b", "--count", "2"]).output.count("True") == 4
bad = run(cli, ["greet", "--count", "7"])
assert bad.exit_code == 2 and "7 is not in the range 1<=x<=3" in bad.output
assert "How often." in run(cli, ["greet", "--help"]).output
assert run(cli, ["paint"], input="red\n").output.endswith("red\n")
assert "No such command 'x'" in run(cli, ["x"]).output
print("ok")
