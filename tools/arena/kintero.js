// Answers the questions of kintero.py, a line each, with the program in the folder that is named.
// What may be said or played stands in the question: the rules of the table are ours.
const { readFileSync } = require('fs');
const { createInterface } = require('readline');
const { runInThisContext } = require('vm');

const load = name => runInThisContext(readFileSync(`${process.argv[2]}/js/${name}.js`, 'utf8'));
load('cards');
load('rules');
Pref.Engine = { legalBids: d => d.legal, whistOptions: d => d.legal, legalFor: d => d.legal };
load('ai');

const answers = {
  bid: (game, seat) => Pref.AI.chooseBid(game, seat),
  discard: (game, seat) => Pref.AI.chooseDiscard(game, seat).sort((a, b) => a - b),
  contract: (game, seat) => Pref.AI.chooseContract(game, seat),
  whist: (game, seat) => Pref.AI.chooseWhist(game, seat),
  card: (game, seat, rnd) => Pref.AI.chooseCard(game, seat, { rnd, timeMs: Infinity }),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { kind, seat, seed, deal } = JSON.parse(line);
  const said = answers[kind]({ deal }, seat, Pref.Cards.seededRandom(seed));
  process.stdout.write(JSON.stringify(said) + '\n');
});
