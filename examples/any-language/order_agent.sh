#!/bin/sh
# An agent as a shell script, with nothing but sh and sed: it looks up orders and tells of them. `type` is always the first
# key of a line, and a quote inside a text is always written \", so patterns are enough to read what it needs.

say() { printf '{"type":"agent_message","text":"%s"}\n' "$1"; }

# The value of a key whose value is a plain text; of several, the last.
field() { printf '%s\n' "$line" | sed -n "s/.*\"$1\":\"\([A-Za-z0-9 ._-]*\)\".*/\1/p"; }

order=
while IFS= read -r line; do
  case $line in '{"type":"user_message"'*) ;; *) continue ;; esac
  named=$(printf '%s\n' "$line" | sed -n 's/.*\(A-[0-9]\{4\}\).*/\1/p')
  order=${named:-$order}
  if [ -z "$order" ]; then
    say 'Which order do you mean? Its number looks like A-1234.'
    continue
  fi
  printf '{"type":"tool_call","name":"lookup_order","arguments":{"order_id":"%s"}}\n' "$order"
  IFS= read -r line || exit 0
  case $line in
    *'"name":"lookup_order","status":"error"'*) say "I could not look up order $order." ;;
    *'"status":"delivered"'*) say "Order $order was delivered on $(field delivered_on)." ;;
    *'"status":"shipped"'*) say "Order $order was shipped on $(field shipped_on) and is expected on $(field expected_on)." ;;
    *'"status":"cancelled"'*) say "Order $order was cancelled." ;;
    *) say "Order $order has not been shipped yet." ;;
  esac
done
