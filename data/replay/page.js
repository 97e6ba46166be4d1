"use strict";
// A deal of Preference, step by step. The fragment of the URL is the deal (docs/notation.md):
// nothing is requested from anywhere. WORDS is put before this file by the builder.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";
const RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["S", "C", "D", "H"];

class Damaged extends Error {}

// --- the deal: events, and the states they lead through

function cardOf(letter) {
  const card = LETTERS.indexOf(letter);
  if (card < 0 || letter.length !== 1) throw new Damaged("card");
  return card;
}

function suitOf(card) { return card >> 3; }

// The winner: the highest trump, else the highest card of the suit that was led.
function winnerOf(plays, led, trump) {
  let best = null;
  for (const play of plays) {
    const suit = suitOf(play.card);
    if (suit !== trump && suit !== led) continue;
    const height = (suit === trump ? 8 : 0) + (play.card & 7);
    if (best === null || height > best.height) best = {seat: play.seat, height};
  }
  if (best === null) throw new Damaged("trick");
  return best.seat;
}

// The seats that play cards: one of the defenders may have dropped.
function playing(state) { return state.seats.filter((seat) => seat !== state.out); }

function seatAfter(seats, seat) { return seats[(seats.indexOf(seat) + 1) % seats.length]; }

function emptyState(preset, players, dealer, seats) {
  return {
    preset, players, dealer, seats, out: null, hands: {}, talon: [], laid: [], calls: [], trump: null,
    trick: [], talonLead: null, last: null, won: {}, turn: null, event: null, final: null,
    balance: null,
  };
}

function copied(state) {
  const next = {...state, hands: {...state.hands}, won: {...state.won}, event: null};
  for (const seat of state.seats) next.hands[seat] = [...(state.hands[seat] || [])];
  next.trick = [...state.trick];
  next.calls = [...state.calls];
  return next;
}

function without(cards, gone) {
  const left = cards.filter((card) => !gone.includes(card));
  if (left.length !== cards.length - gone.length) throw new Damaged("not in the hand");
  return left;
}

function seatOf(state, letter) {
  const seat = Number(letter);
  if (!/^[0-3]$/.test(letter || "") || !state.seats.includes(seat)) throw new Damaged("seat");
  return seat;
}

const EVENTS = {
  c(state, rest) {
    const seat = Number(rest[0]);
    if (!/^[0-3]$/.test(rest[0] || "")) throw new Damaged("seat");
    state.calls.push({seat, text: rest.slice(1)});
    state.event = {kind: "call", seat, text: rest.slice(1)};
  },
  d(state, rest) {
    const seat = seatOf(state, rest[0]);
    state.laid = [...rest.slice(1)].map(cardOf);
    state.hands[seat] = without(state.hands[seat], state.laid);
    state.event = {kind: "discard", seat, cards: state.laid};
  },
  x(state, rest) {
    const seat = seatOf(state, rest[0]);
    const cards = [...rest.slice(1)].map(cardOf);
    state.hands[seat].push(...cards);
    state.event = {kind: "takes", seat, cards};
  },
  y(state, rest) {
    const seat = seatOf(state, rest[0]);
    state.hands[seat] = without(state.hands[seat], [...rest.slice(1)].map(cardOf));
  },
  t(state, rest) {
    const trump = "SCDHN".indexOf(rest[0]);
    if (!rest || trump < 0 || rest.length > 2) throw new Damaged("trump");
    state.trump = trump;
    if (rest.length > 1) state.out = seatOf(state, rest[1]);
  },
  l(state, rest) {
    state.talonLead = {card: cardOf(rest[0]), seat: rest.length > 1 ? Number(rest[1]) : -1};
    state.turn = null; // after such a trick the rules of the table name the leader
  },
  p(state, rest) {
    const seat = seatOf(state, rest[0]);
    const card = cardOf(rest.slice(1));
    if (state.turn !== null && seat !== state.turn) throw new Damaged("turn");
    if (isFull(state)) state.trick = [];
    state.hands[seat] = without(state.hands[seat], [card]);
    state.trick.push({seat, card});
    state.turn = seatAfter(playing(state), seat);
    state.event = {kind: "card", seat, card};
    if (isFull(state)) takeTrick(state);
  },
  w(state, rest) {
    state.final = rest.split(" ").map(Number);
    state.event = {kind: "end"};
  },
  s(state, rest) {
    state.balance = rest.split(" ").map(Number);
    state.event = {kind: "end"};
  },
};

function isFull(state) { return state.trick.length === playing(state).length; }

function takeTrick(state) {
  const lead = state.talonLead;
  const led = suitOf(lead ? lead.card : state.trick[0].card);
  const plays = lead && lead.seat >= 0 ? [...state.trick, lead] : state.trick;
  const winner = winnerOf(plays, led, state.trump);
  state.won[winner] = (state.won[winner] || 0) + 1;
  state.last = {plays: state.trick, winner, lead};
  state.turn = lead ? null : winner;
  state.talonLead = null;
}

const HIDDEN = new Set(["y", "t", "l"]); // part of the step that follows or goes before

// All states of a deal, one per step that a reader sees. Throws Damaged.
function statesOf(text) {
  const lines = text.split("\n");
  const head = /^R ([a-z_0-9]{1,40}) ([234]) ([0-3]) ([0-3]{3})$/.exec(lines.shift());
  if (!head) throw new Damaged("head");
  const seats = [...head[4]].map(Number);
  if (new Set(seats).size !== 3) throw new Damaged("seats");
  let state = emptyState(head[1], Number(head[2]), Number(head[3]), seats);
  for (const seat of seats) {
    const line = lines.shift() || "";
    if (line[0] !== "H" || Number(line[1]) !== seat) throw new Damaged("hand");
    state.hands[seat] = [...line.slice(2)].map(cardOf);
  }
  const talon = lines.shift() || "";
  if (talon[0] !== "T") throw new Damaged("talon");
  state.talon = [...talon.slice(1)].map(cardOf);
  const pack = [...state.talon, ...seats.flatMap((seat) => state.hands[seat])];
  if (pack.length !== 32 || new Set(pack).size !== 32) throw new Damaged("pack");
  const states = [state];
  if (lines.length > 400) throw new Damaged("length");
  for (const line of lines) {
    const apply = Object.hasOwn(EVENTS, line[0]) ? EVENTS[line[0]] : null;
    if (!apply) throw new Damaged("event");
    state = copied(state);
    apply(state, line.slice(1));
    const merge = HIDDEN.has(line[0]) || (line[0] === "s" && states.at(-1).final);
    if (merge) states[states.length - 1] = {...state, event: states.at(-1).event || state.event};
    else states.push(state);
  }
  return states;
}

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")),
    (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", {fatal: true});
  let text = "";
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, {stream: true});
    if (text.length > 20000) throw new Damaged("length");
  }
}

async function statesOfFragment(fragment) {
  const packed = new URLSearchParams(fragment.replace(/^#/, "")).get("d");
  if (!packed) return null;
  try {
    return statesOf(await unpacked(packed));
  } catch (error) {
    throw error instanceof Damaged ? error : new Damaged(String(error));
  }
}

// --- words

let language = "en";

function say(key, facts = {}) {
  const text = WORDS.languages[language].page[key];
  return text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

// Words of the table: those of the preset where it has its own.
function tableWord(state, key) {
  return WORDS.languages[language].own[state.preset]?.[key] ?? WORDS.languages[language].table[key] ?? key;
}

function faceOf(state, card) {
  return {rank: tableWord(state, `rank.${RANKS[card & 7]}`), suit: SUITS[suitOf(card)]};
}

function cardName(state, card) {
  return tableWord(state, `card.${RANKS[card & 7]}${SUITS[suitOf(card)]}`);
}

function seatName(state, seat) {
  if (state.players === 2 && seat === 2) return say("dummy");
  const place = state.seats.indexOf(seat);
  const name = say("player", {letter: "ABCD"[seat]});
  return place < 0 || seat === state.dealer ? `${name} · ${say("dealer")}` : name;
}

// --- drawing

const $ = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function suitSign(state, letter) {
  const german = WORDS.presets[state.preset]?.german;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `suit ${german ? "german" : "french"} ${letter}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${german ? "german" : "french"}-${letter}`);
  svg.append(use);
  return svg;
}

function cardElement(state, card, dim) {
  const face = faceOf(state, card);
  const made = element("span", {class: dim ? "card dim" : "card", role: "img",
    "aria-label": cardName(state, card)});
  made.append(element("b", {}, face.rank), suitSign(state, face.suit));
  return made;
}

function handElement(state, seat) {
  const box = element("section", {class: "hand", "data-seat": seat});
  if (state.turn === seat && !isFull(state) && !state.final) box.classList.add("turn");
  const tricks = state.final ? state.final[seat] : state.won[seat] || 0;
  const note = element("span", {class: "note"}, say("tricks", {n: tricks}));
  const head = element("h3", {}, seatName(state, seat), " ", note);
  if (state.balance) {
    const amount = state.balance[seat];
    if (amount !== undefined) {
      head.append(" ", element("span", {class: "balance"},
        amount > 0 ? `+${amount}` : String(amount).replace("-", "−")));
    }
  }
  const fan = element("div", {class: "fan"});
  const order = "SDCH"; // alternating colours, as in the bot's messages
  const place = (card) => order.indexOf(SUITS[suitOf(card)]) * 8 + 7 - (card & 7);
  const cards = [...state.hands[seat]].sort((a, b) => place(a) - place(b));
  for (const card of cards) fan.append(cardElement(state, card, false));
  if (!cards.length) fan.append(element("span", {class: "note"}, "–"));
  box.append(head, fan);
  return box;
}

function trickElement(state) {
  const box = element("div", {class: "trick"});
  if (state.talonLead || (state.last?.lead && isFull(state))) {
    const lead = state.talonLead || state.last.lead;
    box.append(element("figure", {}, cardElement(state, lead.card, true),
      element("figcaption", {}, say("talon"))));
  }
  const winner = isFull(state) ? state.last.winner : null;
  for (const play of state.trick) {
    const figure = element("figure", {class: play.seat === winner ? "winner" : ""},
      cardElement(state, play.card, false),
      element("figcaption", {}, say("player", {letter: "ABCD"[play.seat]})));
    box.append(figure);
  }
  return box;
}

function spoken(state, text) {
  const contract = /^(?:bid|declare|seal) (\w+)$/.exec(text);
  if (contract) return tableWord(state, `contract.${contract[1]}`).replace(/^contract\./, "");
  const known = tableWord(state, `act.${text}`);
  if (known !== `act.${text}`) return known;
  const [verb, ...rest] = text.split(" ");
  const frame = tableWord(state, `act.${verb}`);
  return frame === `act.${verb}` ? text : `${frame} ${rest.join("–")}`;
}

// Words with [S] for a suit, as text and signs.
function withSigns(state, text) {
  return text.split(/(\[[SCDH]\])/).filter(Boolean).map((part) => {
    const found = /^\[([SCDH])\]$/.exec(part);
    if (!found) return part;
    const sign = suitSign(state, found[1]);
    const name = element("span", {class: "read"}, tableWord(state, `suit.${found[1]}`));
    return element("span", {}, sign, name);
  });
}

function callsElement(state) {
  const list = element("ol", {class: "calls"});
  state.calls.forEach((call, place) => {
    const now = state.event?.kind === "call" && place === state.calls.length - 1;
    list.append(element("li", now ? {class: "now"} : {},
      element("b", {}, say("player", {letter: "ABCD"[call.seat]})), " ",
      ...withSigns(state, spoken(state, call.text))));
  });
  return list;
}

function sentence(state) {
  const event = state.event;
  if (!event) return say("dealt");
  const who = event.seat === undefined ? "" : seatName(state, event.seat);
  const named = (cards) => cards.map((card) => cardName(state, card)).join(", ");
  switch (event.kind) {
    case "call":
      return `${who}: ${spoken(state, event.text).replace(/\[([SCDH])\]/g,
        (_, letter) => ` ${tableWord(state, `suit.${letter}`)}`)}`;
    case "discard": return say("laid", {who, cards: named(event.cards)});
    case "takes": return say("took", {who, cards: named(event.cards)});
    case "card": {
      const played = `${who}: ${cardName(state, event.card)}`;
      if (!isFull(state)) return played;
      return `${played}. ${say("wins", {who: seatName(state, state.last.winner)})}`;
    }
    default: return say("over");
  }
}

let states = [];
let step = 0;

function show() {
  const state = states[step];
  $("table").replaceChildren(...state.seats.map((seat) => handElement(state, seat)));
  $("middle").replaceChildren(trickElement(state));
  const talon = element("div", {class: "fan"});
  for (const card of state.talon) talon.append(cardElement(state, card, false));
  $("talon").replaceChildren(element("h3", {}, say("talon")), talon);
  const laid = element("div", {class: "fan"});
  for (const card of state.laid) laid.append(cardElement(state, card, true));
  $("laid").replaceChildren(...(state.laid.length ? [element("h3", {}, say("discard")), laid] : []));
  $("calls").replaceChildren(element("h3", {}, say("calls")), callsElement(state));
  $("now").textContent = sentence(state);
  $("place").max = states.length - 1;
  $("place").value = step;
  $("place").setAttribute("aria-valuetext", say("step", {n: step, all: states.length - 1}));
  $("count").textContent = say("step", {n: step, all: states.length - 1});
  $("first").disabled = $("back").disabled = step === 0;
  $("next").disabled = $("end").disabled = step === states.length - 1;
}

function go(to) {
  if (!states.length) return;
  step = Math.max(0, Math.min(states.length - 1, to));
  show();
}

function nextTrick(direction) {
  let to = step + direction;
  while (to > 0 && to < states.length - 1 && !isFull(states[to])) to += direction;
  go(to);
}

function label() {
  document.documentElement.lang = language.replace("_", "-");
  document.title = say("title");
  for (const name of ["title", "keys", "privacy"]) $(name).textContent = say(name);
  for (const name of ["first", "back", "next", "end"]) {
    $(name).setAttribute("aria-label", say(name));
    $(name).title = say(name);
  }
  $("language").setAttribute("aria-label", say("language"));
  $("place").setAttribute("aria-label", say("place"));
  const preset = states.length ? WORDS.presets[states[0].preset] : null;
  $("rules").textContent = preset ? WORDS.languages[language].presets[states[0].preset] : "";
}

async function load() {
  const wanted = new URLSearchParams(location.hash.replace(/^#/, "")).get("l");
  const spoken = [wanted, ...navigator.languages.map((name) => name.split("-")[0]), "en"];
  language = spoken.find((name) => Object.hasOwn(WORDS.languages, name || "")) || "en";
  $("language").value = language;
  let fault = "";
  states = [];
  try {
    const found = await statesOfFragment(location.hash);
    if (found) states = found;
    else fault = "nothing";
  } catch {
    fault = "damaged";
  }
  document.body.classList.toggle("empty", Boolean(fault));
  label();
  if (fault) $("now").textContent = say(fault);
  else go(0);
}

function begin() {
  for (const [locale, words] of Object.entries(WORDS.languages)) {
    $("language").append(element("option", {value: locale}, words.name));
  }
  $("language").addEventListener("change", () => {
    language = $("language").value;
    label();
    if (states.length) show();
    else load();
  });
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(step - 1));
  $("next").addEventListener("click", () => go(step + 1));
  $("end").addEventListener("click", () => go(states.length - 1));
  $("place").addEventListener("input", () => go(Number($("place").value)));
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = {ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1),
      ArrowUp: () => nextTrick(-1), ArrowDown: () => nextTrick(1),
      Home: () => go(0), End: () => go(states.length - 1)};
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  });
  window.addEventListener("hashchange", load);
  load();
}

begin();
