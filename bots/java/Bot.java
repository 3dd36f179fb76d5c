// A starter bot for arena in Java 17. Your part is `choose`; the protocol and the rules are done.
//
// Play:      arena --a 'exec:"java Bot.java"' --b smart:6
// Faster:    javac Bot.java, then exec:"java -cp . Bot"
// Protocol:  docs/bots/PROTOCOLS.md

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

public class Bot {
    /**
     * Returns the move to play. Replace this one: it picks a move by a checksum of the position.
     *
     * @param limits what `go` said, such as movetime=1000 (milliseconds), nodes=5000, depth=6, or p1time, p2time, p1inc
     *     and p2inc; empty for no limit
     */
    static int choose(Position position, Map<String, Long> limits) {
        List<Integer> moves = position.legalMoves();
        return moves.get(Integer.remainderUnsigned(position.checksum(), moves.size()));
    }

    /** A position; {@code side} is the side to move: 0 moves first, 1 second. */
    interface Position {
        int side();

        /** The legal moves, as numbers from 1; empty when the game is over. */
        List<Integer> legalMoves();

        /** The position after a legal move. */
        Position play(int move);

        int checksum();
    }

    /** {@code rows[side]} holds the side's holes 1 to n, then its pot. Side 0 is South, side 1 is North. */
    record Kalah(int side, int[][] rows, boolean emptyCapture) implements Position {
        static Kalah parse(String text, String spec) {
            String[] parts = text.split(":");
            int[][] rows = {numbers(parts[1], ","), numbers(parts[2], ",")};
            if (parts.length != 3 || rows[0].length != rows[1].length || rows[0].length < 2) {
                throw new IllegalArgumentException("not a position of Kalah");
            }
            return new Kalah(index("sn", parts[0]), rows, spec.endsWith(":empty-capture"));
        }

        private static boolean isOver(int[][] rows) {
            return Arrays.stream(rows).anyMatch(row -> IntStream.range(0, row.length - 1).allMatch(i -> row[i] == 0));
        }

        public List<Integer> legalMoves() {
            List<Integer> moves = new ArrayList<>();
            int[] own = rows[side];
            for (int hole = 0; hole < own.length - 1 && !isOver(rows); hole++) {
                if (own[hole] > 0) moves.add(hole + 1);
            }
            return moves;
        }

        public Kalah play(int move) {
            int[][] next = {rows[0].clone(), rows[1].clone()};
            int[] own = next[side];
            int[] other = next[1 - side];
            int n = own.length - 1;
            // Steps in the order of sowing: the own holes, the own pot, the other side's holes. South sows to the
            // right, North to the left.
            int hole = move - 1;
            int step = side == 0 ? hole : n - 1 - hole;
            int beans = own[hole];
            own[hole] = 0;
            for (; beans > 0; beans--) {
                step = (step + 1) % (2 * n + 1);
                int along = step <= n ? step : step - n - 1;
                boolean toTheRight = (step <= n) == (side == 0);
                hole = step == n ? n : toTheRight ? along : n - 1 - along;
                (step <= n ? own : other)[hole]++;
            }
            if (step < n && own[hole] == 1 && (other[hole] > 0 || emptyCapture)) {
                own[n] += 1 + other[hole];
                own[hole] = other[hole] = 0;
            }
            if (isOver(next)) {
                for (int[] row : next) {
                    int points = Arrays.stream(row).sum();
                    Arrays.fill(row, 0);
                    row[n] = points;
                }
            }
            return new Kalah(step == n ? side : 1 - side, next, emptyCapture);
        }

        public int checksum() {
            return Bot.checksum(side, rows[0], rows[1]);
        }
    }

    /** Connect-N and m,n,k. Cells run row by row from the top left: 0 empty, 1 first (x), 2 second (o). */
    record Grid(int side, int[] cells, int columns, int inARow, boolean falls) implements Position {
        static Grid parse(String text, String spec) {
            String[] rows = text.substring(2).split("/");
            int columns = rows[0].length();
            if (columns == 0 || text.charAt(1) != ':' || Arrays.stream(rows).anyMatch(row -> row.length() != columns)) {
                throw new IllegalArgumentException("not a grid");
            }
            int[] cells = String.join("", rows).chars().map(cell -> index(".xo", "" + (char) cell)).toArray();
            return new Grid(index("xo", text.substring(0, 1)), cells, columns, sizes(spec)[2], spec.startsWith("connect"));
        }

        public List<Integer> legalMoves() {
            List<Integer> moves = new ArrayList<>();
            int places = falls ? columns : cells.length;
            for (int place = 0; place < places && (place > 0 || !hasLine()); place++) {
                if (cells[place] == 0) moves.add(place + 1);
            }
            return moves;
        }

        public Grid play(int move) {
            int cell = move - 1;
            while (falls && cell + columns < cells.length && cells[cell + columns] == 0) cell += columns;
            int[] next = cells.clone();
            next[cell] = side + 1;
            return new Grid(1 - side, next, columns, inARow, falls);
        }

        /** Whether either side has N in a row. */
        private boolean hasLine() {
            return IntStream.range(0, cells.length).anyMatch(cell ->
                lineFrom(cell, 0, 1) || lineFrom(cell, 1, 0) || lineFrom(cell, 1, 1) || lineFrom(cell, 1, -1));
        }

        private boolean lineFrom(int cell, int down, int right) {
            int lastRow = cell / columns + (inARow - 1) * down;
            int lastColumn = cell % columns + (inARow - 1) * right;
            if (cells[cell] == 0 || lastRow >= cells.length / columns || lastColumn < 0 || lastColumn >= columns) {
                return false;
            }
            int step = down * columns + right;
            return IntStream.range(1, inARow).allMatch(i -> cells[cell + i * step] == cells[cell]);
        }

        public int checksum() {
            return Bot.checksum(side, cells);
        }
    }

    static int checksum(int side, int[]... rows) {
        int sum = side;
        for (int[] row : rows) {
            for (int cell : row) sum = sum * 31 + cell;
        }
        return sum;
    }

    static int index(String letters, String letter) {
        int index = letters.indexOf(letter);
        if (index < 0 || letter.length() != 1) throw new IllegalArgumentException(letter);
        return index;
    }

    static int[] numbers(String text, String separator) {
        return Arrays.stream(text.split(separator)).mapToInt(Integer::parseUnsignedInt).toArray();
    }

    /** The sizes in a game's spec: kalah:6x4 gives 6 and 4. */
    static int[] sizes(String spec) {
        String[] parts = spec.split(":");
        String usual = Map.of("connect", "7x6x4", "mnk", "3x3x3").getOrDefault(parts[0], "6x4");
        return numbers(parts.length > 1 ? parts[1] : usual, "x");
    }

    static String start(String spec) {
        int[] sizes = sizes(spec);
        if (spec.startsWith("kalah")) {
            String row = ":" + (sizes[1] + ",").repeat(sizes[0]) + "0";
            return "s" + row + row;
        }
        return "x:" + (".".repeat(sizes[0]) + "/").repeat(sizes[1]);
    }

    /** Reads `position startpos` or `position fen POSITION`, then perhaps `moves M1 M2 …`. */
    static Position readPosition(String[] words, String spec) {
        boolean fromStart = words[1].equals("startpos");
        String text = fromStart ? start(spec) : words[2];
        Position position = "sn".indexOf(text.charAt(0)) >= 0 ? Kalah.parse(text, spec) : Grid.parse(text, spec);
        for (int i = fromStart ? 3 : 4; i < words.length; i++) {
            int move = Integer.parseInt(words[i]);
            if (!position.legalMoves().contains(move)) throw new IllegalArgumentException("illegal move");
            position = position.play(move);
        }
        return position;
    }

    /** Reads what follows `go`: pairs of a name and a number; other words are skipped. */
    static Map<String, Long> readLimits(String[] words) {
        Map<String, Long> limits = new HashMap<>();
        for (int i = 1; i + 1 < words.length; i++) {
            if (words[i + 1].matches("[0-9]{1,18}")) limits.put(words[i], Long.valueOf(words[i + 1]));
        }
        return limits;
    }

    public static void main(String[] args) throws IOException {
        String spec = System.getenv().getOrDefault("ARENA_GAME", "kalah:6x4");
        Position position = readPosition(new String[] {"position", "startpos"}, spec);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split("\\s+");
            switch (words[0]) {
                case "ugi" -> System.out.println("id name starter\nugiok");
                case "isready" -> System.out.println("readyok");
                case "position" -> {
                    try {
                        position = readPosition(words, spec);
                    } catch (RuntimeException error) {
                        System.out.println("info string cannot read this position: " + line);
                    }
                }
                case "go" -> {
                    boolean over = position.legalMoves().isEmpty();
                    System.out.println("bestmove " + (over ? "none" : choose(position, readLimits(words))));
                }
                case "quit" -> System.exit(0);
                default -> { } // Nothing to do for setoption, uginewgame and stop; unknown lines are skipped.
            }
            System.out.flush();
        }
    }
}
