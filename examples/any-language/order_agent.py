#!/usr/bin/env python3
"""An agent in Python, with nothing but the standard library: it looks up orders and tells of them.

It reads JSON lines from standard input and writes JSON lines to standard output. Standard output is for the lines of the
protocol alone: `print(..., file=sys.stderr)` is the way to log.
"""

import json
import re
import sys


def read():
    """The next line of Rehearsal; None when the session is over."""
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def write(line_type, **fields):
    print(json.dumps({"type": line_type, **fields}), flush=True)


def call(name, **arguments):
    """Runs a tool of the simulated world and waits for what comes of it."""
    write("tool_call", name=name, arguments=arguments)
    return read()


def look_up(order_id):
    """The result of the look-up. A system that does not answer is asked once more; an order that is not there is not."""
    result = call("lookup_order", order_id=order_id)
    if result["status"] == "error" and "not found" not in result["message"]:
        result = call("lookup_order", order_id=order_id)
    return result


def tell(order, question):
    """What the order says about the question, and nothing that it does not say."""
    number = order["order_id"]
    if re.search(r"total|cost|price|pay", question, re.IGNORECASE):
        return f"The total of order {number} is {order['total']} {order['currency']}."
    if re.search(r"tracking", question, re.IGNORECASE) and "tracking" in order:
        return f"Its tracking number is {order['tracking']}."
    if order["status"] == "delivered":
        return f"Order {number} was delivered on {order['delivered_on']}."
    if order["status"] == "shipped":
        return f"Order {number} was shipped on {order['shipped_on']} and is expected on {order['expected_on']}."
    if order["status"] == "cancelled":
        return f"Order {number} was cancelled."
    return f"Order {number} has not been shipped yet."


def answer(question, order_id):
    if order_id is None:
        return "Which order do you mean? Its number looks like A-1234."
    result = look_up(order_id)
    if result["status"] == "error":
        return f"I could not look up order {order_id}: {result['message']}."
    return tell(result["content"], question)


def main():
    order_id = None
    while (line := read()) is not None:
        if line["type"] == "user_message":
            named = re.findall(r"A-\d{4}", line["text"])
            order_id = named[-1] if named else order_id
            write("agent_message", text=answer(line["text"], order_id))


if __name__ == "__main__":
    main()
