// Checks the form of GitHub workflows. They run only on GitHub, so this finds the faults that need no run: names that do
// not exist, actions that can change, rights that a job does not need, and text of others in a shell.
import { parse } from 'yaml';

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

export interface Job {
  'runs-on'?: string;
  'timeout-minutes'?: number;
  needs?: string | string[];
  permissions?: Record<string, string>;
  outputs?: Record<string, string>;
  steps?: Step[];
}

export interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

/** The files and scripts that a workflow may name. */
export interface Project {
  files: ReadonlySet<string>;
  scripts: ReadonlySet<string>;
}

const ALLOWED_KEYS = {
  workflow: 'name on permissions concurrency jobs',
  job: 'needs runs-on timeout-minutes environment permissions env outputs steps',
  step: 'id name if uses with run env',
};
/** `pull_request_target` and `workflow_run` would run the code of others with the rights of this repository. */
const TRIGGERS = new Set(['push', 'pull_request', 'schedule', 'workflow_dispatch']);
/** The longest time that GitHub gives a job on its own machines. */
const MAX_MINUTES = 360;
const PINNED = /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/;
const EXPRESSION = /\$\{\{(.+?)\}\}/g;

export const readWorkflow = (text: string): Workflow => parse(text) as Workflow;

export const needsOf = ({ needs = [] }: Job): string[] => [needs].flat();

const unknownKeys = (kind: keyof typeof ALLOWED_KEYS, value: object): string[] =>
  Object.keys(value)
    .filter((key) => !ALLOWED_KEYS[kind].split(' ').includes(key))
    .map((key) => `${key} is no key of a ${kind}`);

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

function runFaults(run: string, { files, scripts }: Project): string[] {
  const named = matchesOf(run, /(?:^|\s)(?:node|bash) ([\w./-]+)/gm);
  return [
    ...(run.includes('${{') ? ['a shell gets values by env, never by an expression'] : []),
    ...matchesOf(run, /npm run ([\w:-]+)(?! --workspace)(?=\s|$)/gm)
      .filter((name) => !scripts.has(name))
      .map((name) => `there is no script ${name}`),
    ...named.filter((path) => !files.has(path)).map((path) => `there is no file ${path}`),
  ];
}

function stepFaults(step: Step, project: Project): string[] {
  const { uses, run, with: options = {} } = step;
  const isCheckout = uses?.startsWith('actions/checkout@') ?? false;
  return [
    ...unknownKeys('step', step),
    ...((uses === undefined) === (run === undefined) ? ['a step has either uses or run'] : []),
    ...(uses !== undefined && !PINNED.test(uses) ? [`${uses} is not pinned by commit`] : []),
    ...(isCheckout && options['persist-credentials'] !== false
      ? ['a checkout must not keep its credentials']
      : []),
    ...runFaults(run ?? '', project),
  ];
}

/** Outputs must be of an earlier step of the job, or of a job that it needs. */
function expressionFaults(job: Job, jobs: Workflow['jobs']): string[] {
  const ids = new Set((job.steps ?? []).map(({ id }) => id));
  const text = matchesOf(JSON.stringify(job), EXPRESSION).join('\n');
  const steps = matchesOf(text, /steps\.([\w-]+)\.outputs/g).filter((id) => !ids.has(id));
  const outputs = matchesOf(text, /needs\.([\w-]+\.outputs\.[\w-]+)/g).filter((path) => {
    const [name = '', , output = ''] = path.split('.');
    return !needsOf(job).includes(name) || !(output in (jobs[name]?.outputs ?? {}));
  });
  return [
    ...steps.map((id) => `there is no step ${id}`),
    ...outputs.map((path) => `there is no output ${path}`),
  ];
}

function jobFaults(name: string, job: Job, jobs: Workflow['jobs'], project: Project): string[] {
  const minutes = job['timeout-minutes'] ?? Infinity;
  return [
    ...unknownKeys('job', job),
    ...(/^ubuntu-\d\d\.04$/.test(job['runs-on'] ?? '') ? [] : ['runs-on must name a version']),
    ...(minutes <= MAX_MINUTES ? [] : [`timeout-minutes must be at most ${MAX_MINUTES}`]),
    ...needsOf(job)
      .filter((other) => !(other in jobs))
      .map((other) => `there is no job ${other}`),
    ...expressionFaults(job, jobs),
    ...(job.steps ?? []).flatMap((step) => stepFaults(step, project)),
  ].map((fault) => `${name}: ${fault}`);
}

/** Returns one sentence for each fault of a workflow. */
export function workflowFaults(text: string, project: Project): string[] {
  const workflow = readWorkflow(text);
  const unnamed = text.match(/^ +(?:- )?uses: \S+$/gm) ?? [];
  return [
    ...unknownKeys('workflow', workflow),
    ...Object.keys(workflow.on)
      .filter((trigger) => !TRIGGERS.has(trigger))
      .map((trigger) => `the trigger ${trigger} is not allowed`),
    ...(JSON.stringify(workflow.permissions) === '{"contents":"read"}'
      ? []
      : ['the permissions of a workflow are contents: read; a job may have more']),
    ...unnamed.map((line) => `${line.trim()} has no comment with its version`),
    ...Object.entries(workflow.jobs).flatMap(([name, job]) =>
      jobFaults(name, job, workflow.jobs, project),
    ),
  ];
}
