import { protocolFactors } from '../../contracts/experiment/factors.ts';
import { type LoadModel, loadKeys, loadModels } from '../../contracts/experiment/load.ts';
import { valueAt } from '../../contracts/experiment/path.ts';
import { settingAt } from '../../contracts/experiment/settings.ts';
import { firstProtocols, protocolFacts, protocolNames } from '../../contracts/protocols.ts';
import { nearestWord } from './wording.ts';

/** Valid values by path without indexes, to replace invalid ones. */
export type StandIns = Readonly<Record<string, unknown>>;

const [one, another] = firstProtocols;

/** An address of each protocol. */
function targetsAt(url: string, place: string): StandIns {
  const targets = protocolNames.map((name) => [
    `target.${name}`,
    protocolFacts[name].address === 'url' ? url : place,
  ]);
  return Object.fromEntries(targets);
}

/** Levels of the factors whose levels can be mappings, in total and for each protocol. */
function protocolLevels(index: 0 | 1): StandIns {
  const levels = protocolFactors.flatMap((factor) => {
    const words = Object.keys(settingAt(`factors.${factor}`)?.choices ?? {});
    const places = [
      `factors.${factor}`,
      ...protocolNames.map((name) => `factors.${factor}.${name}`),
    ];
    return places.map((place) => [place, words[index]]);
  });
  const shared = ['', ...protocolNames.map((name) => `${name}.`)].map((place) => [
    `factors.connections.${place}shared`,
    1,
  ]);
  return Object.fromEntries([...levels, ...shared]);
}

/** Two sets that differ wherever another field may depend on the value. */
const constant: readonly [StandIns, StandIns] = [
  {
    wirebench: 1,
    name: 'a',
    'factors.protocol': one,
    'factors.shape': 'small',
    'factors.users': 1,
    'factors.rate': 1,
    'factors.tls': 'off',
    'factors.client': 'raw',
    ...protocolLevels(0),
    'load.duration': '1s',
    'load.requests': 1,
    'load.of': 'users',
    'load.from': 1,
    'load.to': 100_000,
    'load.perSecond': 1000,
    'load.levels': [1],
    'load.levels[]': 1,
    'load.hold': '1s',
    'load.stages': [{ for: '1s', to: 1 }],
    'load.stages[]': { for: '1s', to: 1 },
    'load.stages.for': '1s',
    'load.stages.to': 1,
    'load.method': 'doubling',
    target: 'bundled',
    ...targetsAt('http://a:1', 'a:1'),
    thresholds: [],
    'thresholds[]': 'errors < 1%',
    repetitions: 1,
  },
  {
    wirebench: 1,
    name: 'b',
    'factors.protocol': another,
    'factors.shape': 'typical',
    'factors.users': 2,
    'factors.rate': 2,
    'factors.tls': 'on',
    'factors.client': 'library',
    ...protocolLevels(1),
    'load.duration': '2s',
    'load.requests': 2,
    'load.of': 'rate',
    'load.from': 2,
    'load.to': 99_999,
    'load.perSecond': 2000,
    'load.levels': [2],
    'load.levels[]': 100_000,
    'load.hold': '2s',
    'load.stages': [{ for: '2s', to: 2 }],
    'load.stages[]': { for: '2s', to: 2 },
    'load.stages.for': '2s',
    'load.stages.to': 2,
    'load.method': 'bisection',
    'load.objective': 'p99 < 1s',
    target: 'bundled',
    ...targetsAt('https://b:2', 'b:2'),
    thresholds: [],
    'thresholds[]': 'errors < 1%',
    repetitions: 2,
  },
];

/** A valid load of each model. */
const loads: Readonly<Record<LoadModel, object>> = {
  closed: { duration: '1s' },
  open: { duration: '1s' },
  ramp: { to: 10, perSecond: 1 },
  steps: { levels: [1], hold: '1s' },
  stages: { stages: [{ for: '1s', to: 1 }] },
  search: { method: 'doubling' },
  plan: {},
};

/**
 * Two sets of stand-ins for a file. Where its load model is wrong, they assume the most likely
 * model, so that its other keys are checked as they were meant.
 */
export function standInsFor(file: unknown): readonly StandIns[] {
  const models = likelyModels(file);
  return constant.map((set, index) => {
    const model = models[index] ?? 'closed';
    const factors = index === 0 ? { protocol: one } : { protocol: another, tls: 'on' };
    const rate = model === 'open' ? { rate: 1 } : {};
    const load = { model, ...loads[model] };
    return { ...set, 'load.model': model, load, factors: { ...factors, ...rate } };
  });
}

/** The model that the file names or nearly names; otherwise the two that share most of its keys. */
function likelyModels(file: unknown): readonly LoadModel[] {
  const name = valueAt(file, ['load', 'model']);
  const near = typeof name === 'string' ? nearestWord(name, loadModels) : undefined;
  const meant = loadModels.find((one) => one === near);
  if (meant) return [meant, meant];
  const keys = keysAt(file, 'load');
  // The factor distinguishes open from closed load.
  const factors = keysAt(file, 'factors');
  const score = (model: LoadModel) =>
    keys.filter((key) => loadKeys(model).includes(key)).length +
    (model === 'open' && factors.includes('rate') ? 0.5 : 0) +
    (model === 'closed' && factors.includes('users') ? 0.5 : 0);
  const [best = 'closed', second = best] = [...loadModels].sort((a, b) => score(b) - score(a));
  const isClear = score(best) === 0 || score(second) < score(best);
  return isClear ? [best, best] : [best, second];
}

function keysAt(file: unknown, section: string): string[] {
  const part = valueAt(file, [section]);
  return typeof part === 'object' && part !== null ? Object.keys(part) : [];
}
