# Builds the bot and that of AGAINST, and plays them. The exit code is 3 if the new one is weaker, and 4 if that is undecided.
[ -z "${BUILD:-}" ] || sh -c "$BUILD"
code=0
arena "$BOT" --against "$AGAINST" ${BUILD:+--build "$BUILD"} --game "$GAME" $OPTIONS \
  --gate --no-progress --fresh --out arena-run --export-markdown arena.md || code=$?
if [ "$code" = 4 ] && [ -n "${GITHUB_ACTIONS:-}" ]; then
  echo "::warning::arena: it is undecided whether the bot is weaker"
  code=0
fi
exit "$code"
