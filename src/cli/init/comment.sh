# Writes the table into a comment of the pull request, always the same one.
if [ -f arena.md ]; then
  { printf '<!-- arena -->\n'; cat arena.md; printf '\n[Page and games](%s)\n' "$RUN_URL"; } >comment.md
  comments=repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments
  written=$(gh api --paginate "$comments" --jq '.[] | select(.body | startswith("<!-- arena -->")) |
    select(.user.login == "github-actions[bot]") | .id' | head -n 1)
  if [ -n "$written" ]; then
    gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$written" --field body=@comment.md
  else
    gh api --silent "$comments" --field body=@comment.md
  fi
fi
