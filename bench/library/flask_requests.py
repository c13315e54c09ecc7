"""Flask: requests answered as JSON."""
# needs: flask

import support.packages  # noqa: F401
from support.repeated import run

from flask import Flask, jsonify, request

TURNS = {"T": 1, "S": 270, "W": 1350, "A": 13500}
APPLICATION = Flask("application")


@APPLICATION.route("/number/<int:number>")
def answer(number):
    return jsonify(number=number, query=request.args.get("q"))


def work():
    client = APPLICATION.test_client()
    answers = [client.get("/number/%d?q=2" % number).get_json() for number in range(10)]
    return sum(answer["number"] for answer in answers), answers[0]["query"]


if __name__ == "__main__":
    run("flask_requests", __doc__, TURNS, work, (45, '2'))
