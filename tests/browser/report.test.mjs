// The report in a real browser: no console messages, no requests, the numbers of the files, every game stepped through
// to its recorded end, filters, deep links, dark mode, a phone's width, print, and hostile names.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";

const { ARENA, CHROMIUM, WORK, SCREENSHOTS, MODULES } = process.env;
const { chromium } = createRequire(path.join(MODULES, "package.json"))("playwright-core");

const arena = (...args) => execFileSync(ARENA, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
const at = (name) => path.join(WORK, name);
const play = (name, ...args) => { arena(...args, "--quiet", "--out", at(name)); return at(name); };
const report = (name, ...runs) => { arena("report", ...runs, "-o", at(name)); return at(name); };

// The rows of a CSV file as objects; fields may be quoted.
const csv = (file) => {
  const [head, ...rows] = fs.readFileSync(file, "utf8").trimEnd().split("\n").map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain));
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
};

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
});
after(() => browser?.close());

// Opens a page and fails on any message, error or request of it.
const open = async (file, { hash = "", ...options } = {}) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const troubles = [];
  page.on("console", (message) => troubles.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => { troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    if (request.url() !== `file://${file}` && !request.url().startsWith("data:")) troubles.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${file}${hash}`);
  return { page, done: async () => { await page.close(); assert.deepEqual(troubles, []); } };
};
const shot = async (page, name) => {
  if (!SCREENSHOTS) return;
  fs.mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
};
const text = (page, selector) => page.locator(selector).first().innerText();
const texts = (page, selector) => page.locator(selector).allInnerTexts();

test("a match has the numbers of its files", async () => {
  const run = play("match", "--games", "200", "--a", "smart:3", "--b", "greedy", "--record-moves");
  const { page, done } = await open(report("match.html", run));
  const [summary] = csv(path.join(run, "summary.csv"));
  const score = 100 * summary.a_score;
  // Rounded to a decimal, half up or half down.
  const near = (shown, share) => assert.ok(Math.abs(shown - 100 * share) <= 0.0501, `${shown} for ${share}`);
  near(parseFloat(await text(page, ".tile-value")), summary.a_score);
  const [low95, high95] = (await text(page, ".tile-note")).match(/[\d.]+/g);
  near(low95, summary.a_score_low);
  near(high95, summary.a_score_high);
  const pairs = await texts(page, "td[data-count]");
  assert.deepEqual(pairs, ["ll", "ld", "mid", "wd", "ww"].map((kind) => summary[`penta_${kind}`]));

  // The last point of the score is the score, where its axis says.
  const plot = page.locator("svg[aria-label^='Score during the run']");
  const dot = await plot.locator("circle.dot").evaluate((dot) => Number(dot.getAttribute("cy")));
  const ticks = await plot.locator("text.tick[text-anchor=end]").evaluateAll((ticks) =>
    ticks.map((tick) => [parseFloat(tick.textContent), Number(tick.getAttribute("y")) - 4]));
  const [[low, from], [high, to]] = [ticks[0], ticks.at(-1)];
  const shown = low + ((dot - from) / (to - from)) * (high - low);
  assert.ok(Math.abs(shown - score) < 0.5, `${shown} is drawn for ${score}`);
  // The bars of the histogram are all games.
  const bars = await page.locator("svg[aria-label^='Lengths'] rect.bar title").allTextContents();
  const games = csv(path.join(run, "games.csv"));
  assert.equal(bars.reduce((sum, bar) => sum + Number(bar.match(/: ([\d,]+) game/)[1].replace(",", "")), 0), games.length);
  const times = csv(path.join(run, "timings.csv")).filter((row) => row.phase === "all");
  const median = (us) => (us < 1 ? `${Math.round(us * 1000)} ns` : us < 10 ? `${us.toFixed(2)} µs` : `${us.toFixed(1)} µs`);
  const medians = await texts(page, "table.times tbody tr td:nth-child(3)");
  assert.deepEqual([...medians].sort(), times.map((row) => median(Number(row.p50_us))).sort());
  await shot(page, "match");
  await done();
});

test("a sequential test is drawn between its bounds", async () => {
  const run = play("tested", "--games", "400", "--a", "smart:3", "--b", "smart:2", "--game", "connect:5x4x3", "--sprt", "0,5");
  const { page, done } = await open(report("tested.html", run));
  const { llr, lower, upper } = JSON.parse(fs.readFileSync(path.join(run, "run.json"))).sprt;
  const plot = page.locator("svg[aria-label^='Sequential test']");
  assert.match(await plot.getAttribute("aria-label"), new RegExp(`At the end: ${llr.toFixed(2)}\\.`));
  const bounds = await plot.locator("line.mark").evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("y1"))));
  const dot = Number(await plot.locator("circle.dot").getAttribute("cy"));
  const drawn = lower + ((dot - bounds[1]) / (bounds[0] - bounds[1])) * (upper - lower);
  assert.ok(Math.abs(drawn - llr) < 0.1, `${drawn} is drawn for ${llr}`);
  await done();
});

test("a tournament has the ratings and scores of its files", async () => {
  const run = play("tournament", "tournament", "smart:1..4", "bad", "random", "--games", "40");
  const { page, done } = await open(report("tournament.html", run));
  const standings = csv(path.join(run, "standings.csv"));
  const ratings = await page.locator("table.ratings td[data-value]").evaluateAll((cells) => cells.map((cell) => cell.dataset.value));
  assert.deepEqual(ratings, standings.map((row) => row.rating));
  const [axis, first] = await Promise.all(["tfoot", "tbody"].map((part) => page.locator(`table.ratings ${part} svg`).first().boundingBox()));
  assert.ok(Math.abs(axis.x - first.x) < 1 && Math.abs(axis.width - first.width) < 1, "the axis is below its dots");
  const crosstable = csv(path.join(run, "crosstable.csv"));
  const cells = await page.locator("table.heat tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)));
  crosstable.forEach((row, i) => Object.values(row).slice(1).forEach((score, j) => {
    const percent = Math.round(100 * score);
    const expected = score === "" ? "·" : percent === 100 && score < 1 ? ">99" : percent === 0 && score > 0 ? "<1" : String(percent);
    assert.equal(cells[i][j], expected, `${i} ${j}`);
  }));
  assert.equal(await page.locator("svg[aria-label^='Strength against time'] circle.dot").count(), standings.length);
  await done();
});

test("every kind of game steps to its recorded end", async () => {
  for (const game of ["kalah:6x4", "kalah:20x9", "connect:7x6x4", "connect:12x2x3", "mnk:4x3x3", "gomoku", "othello", "breakthrough", "oware:6x4", "chess"]) {
    const run = play(game.replace(":", "-"), "--games", "2", "--a", "greedy", "--b", "random", "--game", game);
    const { page, done } = await open(report(`${game.replace(":", "-")}.html`, run));
    for (const row of csv(path.join(run, "games.csv"))) {
      await page.evaluate((number) => { location.hash = `#run=1&game=${number}`; }, row.game);
      await page.waitForFunction((number) => document.querySelector(".viewer h3").textContent.startsWith(`Game ${number}:`), row.game);
      const plies = Number(row.plies);
      assert.equal(await text(page, ".steps output"), `ply 0 of ${plies}`);
      for (let ply = 1; ply <= plies; ply += 1) await page.keyboard.press("ArrowRight");
      assert.equal(await text(page, ".steps output"), `ply ${plies} of ${plies}`);
      const end = JSON.parse(arena("show", run, "--game", row.game, "--json"));
      // A FEN says more than the board, and is left to the command.
      assert.equal(await text(page, ".viewer code.position"), game === "chess" ? "" : end.position, `${game} game ${row.game}`);
      const said = await text(page, ".said-of");
      const winner = { "1-0": "first", "0-1": "second", "1/2-1/2": "draw" }[row.result];
      assert.equal(end.winner, winner);
      const sides = { kalah: ["South", "North"], oware: ["South", "North"], chess: ["White", "Black"] }[game.split(":")[0]] ?? ["x", "o"];
      assert.ok(said.includes(winner === "draw" ? "A draw" : `${sides[winner === "first" ? 0 : 1]} wins`), said);
    }
    // Back by keys and buttons, and to a move by the list.
    await page.keyboard.press("Home");
    assert.match(await text(page, ".steps output"), /^ply 0 of/);
    await page.keyboard.press("End");
    await page.getByLabel("Back (left arrow)").click();
    await page.locator(".moves button").first().click();
    assert.match(await text(page, ".steps output"), /^ply 1 of/);
    await done();
  }
});

test("extra turns and captures are explained, and values are drawn", async () => {
  const { page, done } = await open(at("match.html"));
  const noted = page.locator(".moves button.noted").first();
  await noted.click();
  assert.match(await text(page, ".said-of"), /again|capture/);
  assert.equal(await page.locator(".viewer svg[aria-label^='Values of the moves'] path.line").count(), 2);
  const command = await text(page, ".viewer .command code");
  const shown = arena(...command.split(" ").slice(1), "--json");
  assert.equal(JSON.parse(shown).position, await text(page, ".viewer code.position"));
  await done();
});

test("a deep link opens a ply, and the address follows the steps", async () => {
  const { page, done } = await open(at("match.html"), { hash: "#run=1&game=17&ply=3" });
  assert.match(await text(page, ".viewer h3"), /^Game 17:/);
  assert.match(await text(page, ".steps output"), /^ply 3 of/);
  await page.keyboard.press("ArrowLeft");
  assert.match(page.url(), /#run=1&game=17&ply=2$/);
  assert.equal(await page.evaluate(() => document.activeElement.className), "viewer");
  await done();
});

test("games can be filtered and sorted", async () => {
  const { page, done } = await open(at("match.html"));
  const games = csv(path.join(at("match"), "games.csv"));
  const shown = async () => Number((await text(page, ".filters output")).split(" ")[0]);
  const filters = page.locator(".filters");
  const [player, result] = [filters.getByLabel("player"), filters.getByLabel("result")];
  await player.selectOption({ label: "greedy" });
  await result.selectOption("won");
  assert.equal(await shown(), games.filter((game) => game.winner === "greedy").length);
  await result.selectOption("drawn");
  assert.equal(await shown(), games.filter((game) => game.winner === "draw").length);
  await result.selectOption("");
  await filters.getByLabel("notable for").selectOption("upset");
  assert.equal(await shown(), games.filter((game) => game.winner === "greedy").length, "greedy is far weaker");
  assert.match(await text(page, "table.list tbody tr:first-child td:last-child"), /^leader lost, upset/);
  await filters.getByLabel("notable for").selectOption("");
  const sorted = () => page.locator("th[aria-sort]").evaluateAll((heads) => heads.map((head) => `${head.textContent} ${head.getAttribute("aria-sort")}`));
  assert.deepEqual(await sorted(), ["notable for ascending"]);
  for (const [column, value] of [["plies", (game) => Number(game.plies)], ["margin", (game) => Math.abs(game.first_points - game.second_points)]]) {
    await page.getByRole("button", { name: column, exact: true }).click();
    const most = Math.max(...games.map(value));
    const cell = column === "plies" ? 6 : 7;
    assert.equal(Number(await text(page, `table.list tbody tr:first-child td:nth-child(${cell})`)), most, column);
    assert.deepEqual(await sorted(), [`${column} descending`]);
  }
  await page.getByRole("button", { name: "Show more" }).click();
  assert.equal(await page.locator("table.list tbody tr").count(), 200);
  await done();
});

test("a crosstable fits the page, or says that there is more", async () => {
  const file = report("crosstable.html", path.resolve("results/kalah-tournament"));
  const state = (page) => page.locator(".scroll:has(table.heat)").evaluate((box) =>
    [box.scrollWidth > box.clientWidth, box.classList.contains("cut"), box.previousElementSibling.checkVisibility()]);
  const wide = await open(file);
  assert.deepEqual(await state(wide.page), [false, false, false], "21 players fit 1280 px");
  await wide.done();
  const narrow = await open(file, { viewport: { width: 500, height: 900 } });
  assert.deepEqual(await state(narrow.page), [true, true, true]);
  assert.match(await narrow.page.locator(".hint:visible").first().innerText(), /Scroll sideways/);
  const box = narrow.page.locator(".scroll:has(table.heat)");
  await box.evaluate((box) => { box.scrollLeft = box.scrollWidth; });
  await narrow.page.waitForFunction(() => !document.querySelector(".scroll:has(table.heat)").classList.contains("cut"));
  const name = await box.locator("tbody th").first().boundingBox();
  assert.ok(name.x >= 0, "the names stay in view");
  // Move numbers stand apart from moves.
  const gaps = await narrow.page.locator(".moves > li").evaluateAll((rows) => rows.map(({ children: [number, moves] }) =>
    moves.getBoundingClientRect().left - number.getBoundingClientRect().right));
  assert.ok(gaps.length > 2 && gaps.every((gap) => gap >= 0), String(gaps));
  await narrow.done();
});

test("charts use the width of the page, and commands break between words", async () => {
  for (const width of [1280, 500]) {
    const { page, done } = await open(at("match.html"), { viewport: { width, height: 900 } });
    const room = (await page.locator("section").first().boundingBox()).width;
    const rows = await page.locator(".plots, figure.across").evaluateAll((rows) => rows.map((row) =>
      [...row.querySelectorAll("svg.plot")].filter((plot) => plot.checkVisibility()).map((plot) => plot.getBoundingClientRect())
        .reduce((most, plot) => Math.max(most, plot.right), 0)));
    for (const right of rows) assert.ok(right > room * 0.95, `${right} of ${room} at ${width}`);
    const cut = await page.locator(".command .word").evaluateAll((words) => words.filter((word) => word.getBoundingClientRect().height > 30).length);
    assert.equal(cut, 0, "no word of a command is broken");
    await done();
  }
});

test("hostile names are text", async () => {
  const names = ["<script>alert(1)</script>", "\"]]>", "<img src=x onerror=alert(2)>", "שלום \u202e עולם", "x".repeat(10_000)];
  const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
  const rows = names.flatMap((name, i) => [`${quoted(name)},${quoted(names[(i + 1) % names.length])},1-0,2,1 </script>`]);
  fs.writeFileSync(at("hostile.csv"), `first,second,result,plies,moves\n${rows.join("\n")}\n`);
  const { page, done } = await open(report("hostile.html", at("hostile.csv")), { viewport: { width: 360, height: 800 } });
  const players = await page.locator("ul.players bdi").evaluateAll((players) => players.map((player) => player.textContent));
  for (const name of names.filter((name) => !name.includes("\u202e"))) assert.ok(players.includes(name), name.slice(0, 40));
  assert.equal(await page.locator("img, iframe, object, link[rel=stylesheet]").count(), 0);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it fits a phone");
  await shot(page, "hostile");
  await done();
});

test("nothing but the page's own script runs in it", async () => {
  const file = report("policy.html", at("match"));
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("</body>", "<script>document.title = 'run'</script><style>h1 { color: red }</style></body>"));
  const page = await browser.newPage();
  const refused = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.goto(`file://${file}`);
  assert.notEqual(await page.title(), "run");
  assert.equal(refused.filter((message) => message.includes("Content Security Policy")).length, 2, refused.join("\n"));
  await page.close();
});

test("a phone, a dark room, and paper", async () => {
  const wide = await open(at("tournament.html"));
  const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background(wide.page);
  await shot(wide.page, "wide");
  await wide.page.emulateMedia({ media: "print" });
  assert.ok(!(await wide.page.locator("nav").first().isVisible()), "no links on paper");
  assert.ok(await wide.page.locator("table.ratings").isVisible());
  await shot(wide.page, "print");
  await wide.done();
  for (const name of ["tournament.html", "match.html", "kalah-20x9.html"]) {
    const phone = await open(at(name), { viewport: { width: 360, height: 740 }, hasTouch: true, deviceScaleFactor: 2 });
    assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} fits 360 px`);
    await shot(phone.page, `phone-${name.replace(".html", "")}`);
    await phone.done();
  }
  const dark = await open(at("tournament.html"), { colorScheme: "dark" });
  assert.notEqual(await background(dark.page), light);
  const contrast = await dark.page.evaluate(() => {
    const of = (color) => color.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const style = getComputedStyle(document.querySelector("h1"));
    return of(style.color) - of(getComputedStyle(document.body).backgroundColor);
  });
  assert.ok(contrast > 450, "light on dark");
  await shot(dark.page, "dark");
  await dark.done();
});

test("without a script the numbers and the telling games are there", async () => {
  const { page, done } = await open(at("match.html"), { javaScriptEnabled: false });
  assert.equal(await page.locator("table.list tbody tr").count(), 25);
  assert.ok(await page.locator("svg[aria-label^='Score during the run']").isVisible());
  assert.ok(!(await page.locator(".filters").isVisible()));
  await done();
});

test("a page of many games is small", async () => {
  const run = play("many", "--games", "10000", "--a", "smart:2", "--b", "greedy");
  const file = report("many.html", run);
  assert.ok(fs.statSync(file).size < 3_000_000, `${fs.statSync(file).size} bytes`);
  const { page, done } = await open(file);
  assert.match(await text(page, ".games > p"), /^2,000 of 10,000 games/);
  const link = await open(file, { hash: "#run=1&game=1" });
  assert.match(await text(link.page, ".viewer"), /Game 1(:| is not on this page)/);
  await link.done();
  await done();
});
