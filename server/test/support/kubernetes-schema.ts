// Checks the Kubernetes objects in deploy/ against a table of fields copied from the API reference, because no schema of
// them can be installed here. A field that is not in the table is a fault, as for a server with strict validation.
import { parseAllDocuments } from 'yaml';

type Schema = 'string' | 'number' | 'boolean' | 'quantity' | readonly [Schema] | Fields;
interface Fields {
  /** `*` stands for any name; a name that ends with `!` is required. */
  readonly [name: string]: Schema;
}

const texts = { '*': 'string' } as const;
const selector = {
  matchLabels: texts,
  matchExpressions: [{ 'key!': 'string', 'operator!': 'string', values: ['string'] }],
} as const;
const resources = { requests: { '*': 'quantity' }, limits: { '*': 'quantity' } } as const;
const probe = {
  'httpGet!': { 'path!': 'string', 'port!': 'quantity' },
  periodSeconds: 'number',
  timeoutSeconds: 'number',
  failureThreshold: 'number',
} as const;
const security = {
  runAsNonRoot: 'boolean',
  runAsUser: 'number',
  seccompProfile: { 'type!': 'string' },
  allowPrivilegeEscalation: 'boolean',
  readOnlyRootFilesystem: 'boolean',
  capabilities: { drop: ['string'] },
} as const;
const template = {
  'metadata!': { labels: texts, annotations: texts },
  'spec!': {
    restartPolicy: 'string',
    automountServiceAccountToken: 'boolean',
    terminationGracePeriodSeconds: 'number',
    topologySpreadConstraints: [
      {
        'maxSkew!': 'number',
        'topologyKey!': 'string',
        'whenUnsatisfiable!': 'string',
        labelSelector: selector,
      },
    ],
    securityContext: security,
    'containers!': [
      {
        'name!': 'string',
        'image!': 'string',
        args: ['string'],
        envFrom: [{ configMapRef: { 'name!': 'string' }, secretRef: { 'name!': 'string' } }],
        ports: [{ name: 'string', 'containerPort!': 'number' }],
        livenessProbe: probe,
        readinessProbe: probe,
        startupProbe: probe,
        resources,
        securityContext: security,
      },
    ],
  },
} as const satisfies Fields;
const ports = [{ port: 'quantity', protocol: 'string' }] as const;
const peers = [
  {
    podSelector: selector,
    namespaceSelector: selector,
    ipBlock: { 'cidr!': 'string', except: ['string'] },
  },
] as const;

/** The fields that are used here of the custom resource in CloudNativePG 1.30. */
const databaseCluster = {
  'instances!': 'number',
  imageName: 'string',
  primaryUpdateMethod: 'string',
  primaryUpdateStrategy: 'string',
  switchoverDelay: 'number',
  affinity: {
    enablePodAntiAffinity: 'boolean',
    podAntiAffinityType: 'string',
    topologyKey: 'string',
  },
  'storage!': { 'size!': 'quantity', storageClass: 'string' },
  bootstrap: {
    'initdb!': {
      'database!': 'string',
      'owner!': 'string',
      encoding: 'string',
      localeProvider: 'string',
      builtinLocale: 'string',
      dataChecksums: 'boolean',
      postInitApplicationSQL: ['string'],
    },
  },
  postgresql: {
    synchronous: {
      'method!': 'string',
      'number!': 'number',
      dataDurability: 'string',
      failoverQuorum: 'boolean',
    },
    parameters: texts,
  },
  resources,
} as const satisfies Fields;

const specs: Record<string, Fields> = {
  'postgresql.cnpg.io/v1 Cluster': databaseCluster,
  'monitoring.coreos.com/v1 PodMonitor': {
    'selector!': selector,
    'podMetricsEndpoints!': [{ port: 'string', path: 'string', interval: 'string' }],
  },
  'apps/v1 Deployment': {
    replicas: 'number',
    'selector!': selector,
    strategy: {
      type: 'string',
      rollingUpdate: { maxUnavailable: 'quantity', maxSurge: 'quantity' },
    },
    'template!': template,
  },
  'batch/v1 Job': {
    backoffLimit: 'number',
    ttlSecondsAfterFinished: 'number',
    'template!': template,
  },
  'v1 Service': {
    selector: texts,
    ports: [{ name: 'string', 'port!': 'number', targetPort: 'quantity' }],
  },
  'v1 Namespace': {},
  'v1 ConfigMap': {},
  'policy/v1 PodDisruptionBudget': {
    maxUnavailable: 'quantity',
    minAvailable: 'quantity',
    selector,
  },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    'scaleTargetRef!': { apiVersion: 'string', 'kind!': 'string', 'name!': 'string' },
    minReplicas: 'number',
    'maxReplicas!': 'number',
    metrics: [
      {
        'type!': 'string',
        resource: {
          'name!': 'string',
          'target!': { 'type!': 'string', averageUtilization: 'number' },
        },
      },
    ],
  },
  'networking.k8s.io/v1 NetworkPolicy': {
    'podSelector!': selector,
    policyTypes: ['string'],
    ingress: [{ from: peers, ports }],
    egress: [{ to: peers, ports }],
  },
  'gateway.networking.k8s.io/v1 HTTPRoute': {
    parentRefs: [{ 'name!': 'string', namespace: 'string' }],
    hostnames: ['string'],
    rules: [
      {
        matches: [{ path: { type: 'string', value: 'string' } }],
        timeouts: { request: 'string', backendRequest: 'string' },
        backendRefs: [{ 'name!': 'string', 'port!': 'number' }],
      },
    ],
  },
};

const metadata = {
  'name!': 'string',
  namespace: 'string',
  labels: texts,
  annotations: texts,
} as const;

const isOfType: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  quantity: (value) => typeof value === 'string' || Number.isInteger(value),
};

function faultsIn(value: unknown, schema: Schema, where: string): string[] {
  if (typeof schema === 'string')
    return isOfType[schema]?.(value) ? [] : [`${where} must be a ${schema}`];
  if (isList(schema))
    return Array.isArray(value)
      ? value.flatMap((one, at) => faultsIn(one, schema[0], `${where}.${at}`))
      : [`${where} must be a list`];
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return [`${where} must be a mapping`];
  const missing = Object.keys(schema)
    .filter((name) => name.endsWith('!') && !(name.slice(0, -1) in value))
    .map((name) => `${where}.${name.slice(0, -1)} is missing`);
  const faults = Object.entries(value).flatMap(([name, one]) => {
    const known = schema[name] ?? schema[`${name}!`] ?? schema['*'];
    return known
      ? faultsIn(one, known, `${where}.${name}`)
      : [`${where}.${name} is an unknown field`];
  });
  return [...missing, ...faults];
}

const isList = (schema: Schema): schema is readonly [Schema] => Array.isArray(schema);

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: Record<string, unknown>;
}

export const objectsOf = (rendered: string): KubernetesObject[] =>
  parseAllDocuments(rendered).map((document) => document.toJS() as KubernetesObject);

/** Finds unknown, missing and mistyped fields, and Deployments that set `replicas` although an autoscaler does. */
export function kubernetesFaults(objects: readonly KubernetesObject[]): string[] {
  const scaled = new Set(
    objects
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec = {} }) => (spec['scaleTargetRef'] as { name: string }).name),
  );
  return objects.flatMap((one) => {
    const where = `${one.kind} ${one.metadata.name}`;
    const spec = specs[`${one.apiVersion} ${one.kind}`];
    if (!spec) return [`${where}: ${one.apiVersion} is an unknown API version for this kind`];
    const schema = { 'apiVersion!': 'string', 'kind!': 'string', 'metadata!': metadata } as const;
    const body = one.kind === 'ConfigMap' ? { 'data!': texts } : { spec };
    const isFixed =
      one.kind === 'Deployment' && scaled.has(one.metadata.name) && one.spec?.['replicas'];
    return [
      ...faultsIn(one, { ...schema, ...body }, where),
      ...(isFixed ? [`${where} sets replicas, which its autoscaler controls`] : []),
    ];
  });
}
