"""A kaggle ConnectX agent for the tests: it wins where it can and plays the last open column otherwise."""


def wins(board, column, mark, config):
    row = max(r for r in range(config.rows) if board[r * config.columns + column] == 0)

    def same(down, right):
        count = 0
        r, c = row + down, column + right
        while 0 <= r < config.rows and 0 <= c < config.columns and board[r * config.columns + c] == mark:
            count, r, c = count + 1, r + down, c + right
        return count

    return any(1 + same(d, r) + same(-d, -r) >= config.inarow for d, r in ((0, 1), (1, 0), (1, 1), (1, -1)))


def agent(observation, configuration):
    print("an agent may print what it likes")
    assert observation["mark"] == observation.mark and configuration["rows"] == configuration.rows
    columns = [c for c in range(configuration.columns) if observation.board[c] == 0]
    winning = [c for c in columns if wins(observation.board, c, observation.mark, configuration)]
    return (winning or columns[-1:])[0]
