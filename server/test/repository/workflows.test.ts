// The files for GitHub have the right form and promise what a release must have. Nothing here runs them.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { thisRepository } from '../../../tools/docs.ts';
import {
  type Job,
  needsOf,
  type Project,
  readWorkflow,
  workflowFaults,
} from '../support/workflow-form.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');
const files = new Set(thisRepository().files);
const project: Project = {
  files,
  scripts: new Set(Object.keys(JSON.parse(read('package.json')).scripts)),
};
const workflow = (name: string) => readWorkflow(read(`.github/workflows/${name}.yaml`));
const release = workflow('release');
const jobOf = (name: string): Job => release.jobs[name] ?? {};
const textOf = (name: string): string => JSON.stringify(jobOf(name));
const runsOf = (jobs: Record<string, Job>): string[] =>
  Object.values(jobs).flatMap(({ steps = [] }) => steps.map(({ run = '' }) => run));

describe('Workflows', () => {
  const paths = globSync('.github/workflows/*', { cwd: root }).toSorted();

  test('there are three workflows: check, nightly and release', () => {
    assert.deepEqual(
      paths,
      ['check', 'nightly', 'release'].map((name) => `.github/workflows/${name}.yaml`),
    );
  });

  for (const path of paths)
    test(`${path} has no fault of form`, () => {
      assert.deepEqual(workflowFaults(read(path), project), []);
    });

  test('the gate of developers runs for every pull request, every commit of main and every release', () => {
    const check = workflow('check');
    assert.deepEqual(check.on, { push: { branches: ['main'] }, pull_request: null });
    for (const { jobs } of [check, release]) assert.ok(runsOf(jobs).includes('bash .ci/run'));
  });

  test('the long forms of tests and benchmarks are run once a night', () => {
    const { on, jobs } = workflow('nightly');
    assert.match(JSON.stringify(on['schedule']), /"cron":"\d+ \d+ \* \* \*"/);
    assert.ok(runsOf(jobs).includes('npm run nightly'));
  });

  test('only the jobs of a release may write, and only what they publish', () => {
    const writes = Object.fromEntries(
      paths
        .flatMap((path) => Object.entries(readWorkflow(read(path)).jobs))
        .map(([name, { permissions = {} }]): [string, string[]] => [
          name,
          Object.keys(permissions).filter((scope) => permissions[scope] === 'write'),
        ])
        .filter(([, scopes]) => scopes.length > 0),
    );
    assert.deepEqual(writes, {
      image: ['packages', 'id-token', 'attestations'],
      sdk: ['id-token', 'attestations'],
      release: ['contents'],
    });
  });

  test('a release begins with a tag of the version, and nothing is published before the gate', () => {
    assert.deepEqual(release.on, { push: { tags: ['v*.*.*'] } });
    const runs = runsOf({ gate: jobOf('gate') });
    assert.ok(runs.includes('node tools/version.ts "$GITHUB_REF_NAME"'));
    assert.deepEqual(needsOf(jobOf('image')), ['gate']);
    assert.deepEqual(needsOf(jobOf('sdk')), ['gate']);
    assert.deepEqual(needsOf(jobOf('release')), ['image', 'sdk']);
  });

  test('the image of a release is started by its digest, then signed and attested by it', () => {
    const steps = (jobOf('image').steps ?? []).map((step) => JSON.stringify(step));
    const order = [
      '"file":"deploy/production/Containerfile"',
      'docker run --detach --name signalbox \\"$IMAGE@$DIGEST\\"',
      'cosign sign --yes \\"$IMAGE@$DIGEST\\"',
      '"subject-digest":"${{ steps.build.outputs.digest }}"',
    ].map((text) => steps.findIndex((step) => step.includes(text)));
    assert.ok(!order.includes(-1), order.join());
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    );
    assert.match(textOf('image'), /"provenance":"mode=max","sbom":true/);
    assert.match(textOf('release'), /needs\.image\.outputs\.digest/);
  });

  test('the package of the SDK is attested, published with provenance and part of the release', () => {
    assert.match(textOf('sdk'), /"subject-path":"package\/\*\.tgz"/);
    assert.match(textOf('sdk'), /npm publish \.\/package\/\*\.tgz --provenance/);
    assert.match(textOf('release'), /gh release create .* package\/\*\.tgz/);
  });

  const valid = `on: { push: {} }
permissions: { contents: read }
jobs:
  gate:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    outputs: { digest: x }
    steps:
      - uses: actions/checkout@${'a'.repeat(40)} # v1.0.0
        with: { persist-credentials: false }
      - { id: build, run: bash .ci/run && npm run lint }
  later:
    needs: gate
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    steps: [{ run: 'true', env: { DIGEST: '\${{ needs.gate.outputs.digest }}' } }]
`;
  test('a workflow without a fault passes the check of the form', () => {
    assert.deepEqual(workflowFaults(valid, project), []);
  });

  const planted: [reason: string, text: string, by: string, fault: RegExp][] = [
    ['an unknown key', 'timeout-minutes: 30', 'timeout: 30', /timeout is no key of a job/],
    ['no limit of time', '    timeout-minutes: 30\n', '', /timeout-minutes must be at most/],
    ['a moving machine', 'ubuntu-24.04', 'ubuntu-latest', /runs-on must name a version/],
    ['a moving action', 'a'.repeat(40), 'v4', /is not pinned by commit/],
    ['an action without its version', ' # v1.0.0', '', /has no comment with its version/],
    ['credentials that stay', 'persist-credentials: false', 'ref: x', /keep its credentials/],
    ['rights for every job', 'contents: read', 'contents: write', /permissions of a workflow/],
    ['an unsafe trigger', 'push: {}', 'pull_request_target: {}', /trigger pull_request_target/],
    ['a job that is missing', 'needs: gate', 'needs: gone', /there is no job gone/],
    [
      'an output that is missing',
      'outputs.digest',
      'outputs.gone',
      /no output gate\.outputs\.gone/,
    ],
    ['a step that is missing', 'digest: x', "digest: '${{ steps.x.outputs.y }}'", /no step x/],
    ['a script that is missing', 'npm run lint', 'npm run gone', /there is no script gone/],
    ['a file that is missing', '.ci/run', '.ci/gone', /there is no file \.ci\/gone/],
    ['both uses and run', 'id: build, run', 'uses: x, run', /either uses or run/],
    ['text of others in a shell', "run: 'true'", "run: '${{ github.head_ref }}'", /values by env/],
  ];
  for (const [reason, text, by, fault] of planted)
    test(`a workflow is refused because of ${reason}`, () => {
      assert.ok(valid.includes(text), text);
      assert.match(
        workflowFaults(
          valid.replace(text, () => by),
          project,
        ).join('\n'),
        fault,
      );
    });
});

interface Update {
  'package-ecosystem': string;
  directory?: string;
  directories?: string[];
  schedule: { interval: string };
  groups: object;
}

/** Dependabot reads these files in the folders that it is given. */
const MANIFESTS: Record<string, RegExp> = {
  npm: /^package-lock\.json$/,
  'github-actions': /^\.github\/workflows\//,
  docker: /^Containerfile$/,
  'docker-compose': /^compose\.yaml$/,
};

/** Returns the folders of the repository that a kind of dependency has a manifest in, and those that are configured. */
function updateFaults(updates: readonly Update[]): string[] {
  return Object.entries(MANIFESTS).flatMap(([kind, manifest]) => {
    const configured = updates
      .filter((update) => update['package-ecosystem'] === kind)
      .flatMap(({ directory, directories = [] }) => [directory ?? [], directories].flat());
    const present = [...files].flatMap((path) => {
      if (kind === 'github-actions') return manifest.test(path) ? ['/'] : [];
      const slash = path.lastIndexOf('/');
      return manifest.test(path.slice(slash + 1)) ? [`/${path.slice(0, Math.max(slash, 0))}`] : [];
    });
    return [
      ...[...new Set(present)]
        .filter((folder) => !configured.includes(folder))
        .map((folder) => `${kind}: ${folder} is not updated`),
      ...configured
        .filter((folder) => !present.includes(folder))
        .map((folder) => `${kind}: ${folder} has nothing to update`),
    ];
  });
}

describe('Dependabot', () => {
  const { version, updates } = parse(read('.github/dependabot.yml')) as {
    version: number;
    updates: Update[];
  };

  test('every lock file, workflow, base image and image of a service is updated, once a week and in one pull request', () => {
    assert.equal(version, 2);
    assert.deepEqual(updateFaults(updates), []);
    for (const update of updates) {
      assert.equal(update.schedule.interval, 'weekly');
      assert.equal(Object.keys(update.groups).length, 1);
    }
  });

  test('a folder that is forgotten and one without a manifest are found', () => {
    const planted = updates.map((update) =>
      update['package-ecosystem'] === 'npm' ? { ...update, directories: ['/', '/docs'] } : update,
    );
    assert.deepEqual(updateFaults(planted), [
      'npm: /.ci/node is not updated',
      'npm: /docs has nothing to update',
    ]);
  });
});

interface Field {
  type: string;
  id?: string;
  attributes: { label?: string; value?: string };
}

function formFaults(text: string): string[] {
  const { name, description, body } = parse(text) as Record<string, unknown> & { body: Field[] };
  const ids = body.flatMap(({ id }) => id ?? []);
  return [
    ...(name && description ? [] : ['a form has a name and a description']),
    ...(new Set(ids).size === ids.length ? [] : ['two fields have the same id']),
    ...body
      .filter(({ type }) => !/^(?:markdown|input|textarea|dropdown|checkboxes)$/.test(type))
      .map(({ type }) => `${type} is no type of a field`),
    ...body
      .filter(
        ({ type, attributes }) => !(type === 'markdown' ? attributes.value : attributes.label),
      )
      .map(({ type, id }) => `the ${type} ${id} has no text`),
  ];
}

describe('Templates', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*', { cwd: root }).filter(
    (path) => !path.endsWith('/config.yml'),
  );

  test('the forms of issues are valid, and an issue begins with one of them', () => {
    assert.equal(forms.length, 2);
    for (const path of forms) assert.deepEqual(formFaults(read(path)), [], path);
    assert.deepEqual(parse(read('.github/ISSUE_TEMPLATE/config.yml')), {
      blank_issues_enabled: false,
    });
  });

  test('a form without a name, with a field twice, of an unknown type and without a label is refused', () => {
    const planted = `description: x
body:
  - { type: input, id: a, attributes: { label: A } }
  - { type: text, id: a, attributes: { label: A } }
  - { type: textarea, id: b, attributes: {} }
`;
    assert.deepEqual(formFaults(planted), [
      'a form has a name and a description',
      'two fields have the same id',
      'text is no type of a field',
      'the textarea b has no text',
    ]);
  });

  test('the form of a bug leads vulnerabilities elsewhere', () => {
    assert.match(read('.github/ISSUE_TEMPLATE/bug.yml'), /SECURITY\.md/);
  });

  test('the template of a pull request names the gate and the changelog', () => {
    assert.match(read('.github/pull_request_template.md'), /`bash \.ci\/run`[^]*`CHANGELOG\.md`/);
  });
});
