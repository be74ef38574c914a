import { join } from 'node:path';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  type CampaignDocument,
  campaignFormat,
  type StudyExperiment,
} from '../../../contracts/published.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { type Stack, stacks } from '../../../contracts/stacks.ts';
import { type StudyName, studyNames } from '../../../contracts/studies.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import type { Engine } from '../../api/engine.ts';
import { builtInExperiments } from '../../experiment/builtin.ts';
import { type CutLimits, cutOverrides, cutWords, isSmaller } from '../../experiment/cut.ts';
import { readExperiment } from '../../experiment/read.ts';
import { environment } from '../../platform/environment.ts';
import { publishedOfRun } from '../../published/compare.ts';
import { addAgreements } from '../../published/counts.ts';
import { studyExperiments } from '../../published/overview.ts';
import { addTallies, tallyWords } from '../../published/tally.ts';
import { isBuilt } from '../../stacks/stacks.ts';
import { say, writeResult } from '../streams.ts';
import { drawCampaign } from '../text/campaign-text.ts';
import { whyAgain } from './done.ts';
import { keepRun, readKept, replaceFile } from './kept.ts';
import type { CampaignResult } from './shapes.ts';
import { tookSeconds } from './study-page.ts';
import { missingExperiments, writePages } from './write-pages.ts';

export interface CampaignOptions extends CutLimits {
  readonly quick?: true;
  readonly study?: StudyName;
  /** Ids of experiments, in execution order; all when empty. */
  readonly only: readonly string[];
  readonly out?: string;
  readonly pages?: string;
  readonly json?: true;
}

type Offered = StudyExperiment & { readonly study: StudyName };

/** An experiment to measure. */
export interface Task {
  readonly experiment: Offered;
  /** With the cut applied. */
  readonly text: string;
  readonly cut: readonly string[];
}

/** All experiments that a campaign can have, with their texts. */
interface Offer {
  /** In the order of the studies. */
  readonly all: readonly Offered[];
  readonly texts: ReadonlyMap<string, string>;
}

/** The experiments of all studies. */
export function studiesOffer(): Offer {
  const all = studyNames.flatMap((study) =>
    studyExperiments(study).map((experiment) => ({ ...experiment, study })),
  );
  return { all, texts: new Map(builtInExperiments().map(({ id, text }) => [id, text])) };
}

/** The requested experiments. @throws WirebenchError ARGUMENT_INVALID for an unknown id. */
function chosen(all: readonly Offered[], { quick, study, only }: CampaignOptions): Offered[] {
  const offered = all
    .filter((one) => study === undefined || one.study === study)
    .filter((one) => one.quick === (quick === true));
  if (only.length === 0) return offered;
  const byId = new Map(offered.map((one) => [one.id, one]));
  const wanted = only.map((id) => (quick ? `${id.replace(/-quick$/, '')}-quick` : id));
  return [...new Set(wanted)].map((id) => {
    const found = byId.get(id);
    if (found) return found;
    const message = `There is no experiment ${id}; expected one of ${[...byId.keys()].join(', ')}.`;
    throw new WirebenchError('ARGUMENT_INVALID', message);
  });
}

/** The stacks whose services can be started. */
export async function builtStacks(): Promise<ReadonlySet<Stack>> {
  const built = await Promise.all(stacks.map(isBuilt));
  return new Set(stacks.filter((_, index) => built[index]));
}

/** Leaves out experiments without a built stack, and reports them: all of their trials would be skipped. */
function withBuiltStacks(
  offered: readonly Offered[],
  built: ReadonlySet<Stack>,
): readonly Offered[] {
  const can = (one: Offered) => one.stacks.some((stack) => built.has(stack));
  const out = offered.filter((one) => !can(one));
  if (out.length > 0) {
    const ids = out.map(({ id }) => id).join(', ');
    say(`Left out, because none of their stacks is built (see \`wirebench stacks\`): ${ids}.`);
  }
  return offered.filter(can);
}

/** An experiment with the cut applied. */
function taskOf(experiment: Offered, text: string, limits: CutLimits): Task {
  const whole = readExperiment(text);
  const overrides = whole.ok ? cutOverrides(whole.experiment, limits) : [];
  const cut = readExperiment(text, { overrides });
  const words = whole.ok && cut.ok ? cutWords(whole.experiment, cut.experiment) : [];
  return { experiment, text: cut.ok ? cut.source : text, cut: words };
}

/** A run of an experiment, compared with the published results. */
function resultOf({ id, study, quick }: Offered, full: string, document: ResultDocument) {
  const [whole, ran] = [full, document.run.experiment].map((text) => readExperiment(text));
  const both = whole?.ok && ran?.ok ? ([whole.experiment, ran.experiment] as const) : null;
  return {
    ...{ id, study, quick, document },
    cut: both ? cutWords(...both) : [],
    whole: !quick && both !== null && !isSmaller(...both),
    published: publishedOfRun(document),
  };
}

function runOf(result: CampaignResult): CampaignDocument['runs'][number] {
  const { id, document, cut, published } = result;
  const { run, trials } = document;
  const sum = (key: 'ok' | 'failed') =>
    trials.reduce((total, { requests }) => total + requests[key], 0);
  return {
    experiment: id,
    runId: run.id,
    status: run.status,
    seconds: tookSeconds(result),
    requests: { ok: sum('ok'), failed: sum('failed') },
    counts: workOfTrials(trials),
    cut: [...cut],
    published,
  };
}

/** Results of a campaign, of this run and, with a folder, of earlier ones. */
export class Campaign {
  readonly #all: Offer['all'];
  readonly #texts: Offer['texts'];
  readonly #results = new Map<string, CampaignResult>();
  readonly #options: CampaignOptions;
  readonly #built: ReadonlySet<Stack>;

  constructor(options: CampaignOptions, built: ReadonlySet<Stack>, offer = studiesOffer()) {
    this.#all = offer.all;
    this.#texts = offer.texts;
    this.#options = options;
    this.#built = built;
  }

  /** The requested experiments that can be run. */
  tasks(): Task[] {
    const offered = chosen(this.#all, this.#options);
    const can = this.#options.only.length > 0 ? offered : withBuiltStacks(offered, this.#built);
    return can.map((one) => taskOf(one, this.#textOf(one), this.#options));
  }

  #textOf({ id }: Offered): string {
    return this.#texts.get(id) ?? '';
  }

  /** Reads the results in the folder. */
  async open(): Promise<void> {
    const { out } = this.#options;
    if (out === undefined) return;
    for (const one of this.#all) {
      const document = await readKept(out, one.id);
      if (document) this.#results.set(one.id, resultOf(one, this.#textOf(one), document));
    }
  }

  /** Experiments to measure; reports which are left out, and which are measured again and why. */
  undone(tasks: readonly Task[]): Task[] {
    const facts = { environment: environment(), stacks: this.#built };
    const done: string[] = [];
    const left = tasks.filter(({ experiment: { id }, text }) => {
      const kept = this.#results.get(id);
      if (!kept) return true;
      const why = whyAgain(kept.document, { ...facts, text });
      if (why === null) done.push(id);
      else say(`${id} is measured again: ${why}.`);
      return why !== null;
    });
    if (done.length > 0) say(`Left out, because they are done: ${done.join(', ')}.`);
    return left;
  }

  /** Adds a run and writes it; an incomplete one does not replace a complete one. */
  async add(
    engine: Engine,
    { experiment }: Task,
    document: ResultDocument,
  ): Promise<CampaignResult> {
    const { out } = this.#options;
    const { id } = experiment;
    const result = resultOf(experiment, this.#textOf(experiment), document);
    const before = this.#results.get(id)?.document.run.status;
    if (before === 'completed' && document.run.status !== 'completed') return result;
    if (out !== undefined) await keepRun(engine, out, id, document, result.published);
    this.#results.set(id, result);
    await this.#writeDocument();
    return result;
  }

  /** All runs, in the order of the studies. */
  get results(): CampaignResult[] {
    return this.#all.flatMap(({ id }) => this.#results.get(id) ?? []);
  }

  document(): CampaignDocument {
    const runs = this.results.map(runOf);
    return {
      format: campaignFormat,
      seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
      runs,
      counts: addAgreements(runs.flatMap(({ published }) => published?.counts ?? [])),
      tally: addTallies(runs.flatMap(({ published }) => published?.tally ?? [])),
    };
  }

  async #writeDocument(): Promise<void> {
    const { out } = this.#options;
    if (out === undefined) return;
    await replaceFile(join(out, 'campaign.json'), `${JSON.stringify(this.document(), null, 2)}\n`);
  }

  /** Prints the results and writes the requested files. */
  async finish(): Promise<void> {
    const { json, out, pages } = this.#options;
    const document = this.document();
    await writeResult(
      json
        ? `${JSON.stringify(document, null, 2)}\n`
        : `${drawCampaign(document)}${tallyWords(document.tally, 'These runs have')}\n`,
    );
    await this.#writeDocument();
    if (out === undefined || pages === undefined || this.#results.size === 0) return;
    const missing = missingExperiments(this.#all, this.results, this.#built);
    say(`Wrote ${await writePages(out, pages, this.results, missing)}`);
  }
}
