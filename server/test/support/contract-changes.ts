// Planted changes of the OpenAPI document: breaks that the check of the contract must refuse, and changes that it must accept.
import type { RuleName } from '../../../tools/contract/rules.ts';

type Plant = (document: any) => void;

interface BreakingChange {
  rule: RuleName;
  /** The message begins with the first place where the break is found. */
  place: string;
  plant: Plant;
}

/** These paths have all the changes below; the whole document would take ten times as long. */
const changedPaths = new Set([
  '/incidents',
  '/incidents/counts',
  '/me',
  '/changes/{id}/reject',
  '/webhooks/inbound/{id}',
  '/health',
  '/events',
  '/notifications',
]);

/** Returns the text of a document that has only the paths of the planted changes, and the components that they use. */
export function reduceDocument(text: string): string {
  const document = JSON.parse(text);
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => changedPaths.has(path)),
  );
  const components: Record<string, Record<string, unknown>> = {};
  const addUsed = (part: unknown): void => {
    const refs = JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g);
    for (const [, kind = '', name = ''] of refs) {
      components[kind] ??= {};
      if (name in components[kind]) continue;
      components[kind][name] = document.components[kind][name];
      addUsed(components[kind][name]);
    }
  };
  addUsed(paths);
  return JSON.stringify({ ...document, paths, components });
}

const schemaOf = (document: any, name: string) => document.components.schemas[name];
const propertyOf = (document: any, name: string, property: string) =>
  schemaOf(document, name).properties[property];
const operationOf = (document: any, method: string, path: string) => document.paths[path][method];
const parameterOf = (document: any, path: string, name: string) =>
  operationOf(document, 'get', path).parameters.find((one: any) => one.name === name);
const removeFrom = (list: unknown[], value: unknown): void =>
  void list.splice(list.indexOf(value), 1);

const breakOf = (rule: RuleName, place: string, plant: Plant): BreakingChange => ({
  rule,
  place,
  plant,
});

const CREATE = 'POST /incidents, body: IncidentCreate';
const READ = 'POST /incidents, response 201: Incident';

export const breakingChanges: Readonly<Record<string, BreakingChange>> = {
  'a path is removed': breakOf('path-removed', '/me', (document) => {
    delete document.paths['/me'];
  }),
  'a path is renamed': breakOf('path-removed', '/incidents/counts', ({ paths }) => {
    paths['/incidents/totals'] = paths['/incidents/counts'];
    delete paths['/incidents/counts'];
  }),
  'a method is removed': breakOf('operation-removed', 'POST /incidents', (document) => {
    delete document.paths['/incidents'].post;
  }),
  'an operation is renamed': breakOf('operation-renamed', 'GET /incidents', (document) => {
    operationOf(document, 'get', '/incidents').operationId = 'findIncidents';
  }),
  'a public operation requires a token': breakOf(
    'token-required',
    'POST /webhooks/inbound/{id}',
    (document) => {
      operationOf(document, 'post', '/webhooks/inbound/{id}').security = [{ bearer: [] }];
    },
  ),
  'a query parameter is removed': breakOf(
    'parameter-removed',
    'GET /incidents, query parameter sla',
    (document) => {
      const { parameters } = operationOf(document, 'get', '/incidents');
      removeFrom(parameters, parameterOf(document, '/incidents', 'sla'));
    },
  ),
  'a query parameter becomes required': breakOf(
    'parameter-required',
    'GET /incidents, query parameter state',
    (document) => {
      parameterOf(document, '/incidents', 'state').required = true;
    },
  ),
  'a required header is added': breakOf(
    'parameter-required',
    'GET /incidents, header parameter x-tenant',
    (document) => {
      operationOf(document, 'get', '/incidents').parameters.push({
        name: 'X-Tenant',
        in: 'header',
        required: true,
        schema: { type: 'string' },
      });
    },
  ),
  'a list in a query is written differently': breakOf(
    'parameter-form',
    'GET /incidents, query parameter state',
    (document) => {
      parameterOf(document, '/incidents', 'state').explode = true;
    },
  ),
  'a body is removed': breakOf('body-removed', 'POST /changes/{id}/reject, body', (document) => {
    delete operationOf(document, 'post', '/changes/{id}/reject').requestBody;
  }),
  'an optional body becomes required': breakOf(
    'body-required',
    'POST /changes/{id}/reject, body',
    (document) => {
      operationOf(document, 'post', '/changes/{id}/reject').requestBody.required = true;
    },
  ),
  'another media type replaces JSON': breakOf(
    'media-type-removed',
    'POST /incidents, response 201: application/json',
    (document) => {
      const { content } = operationOf(document, 'post', '/incidents').responses[201];
      content['application/xml'] = content['application/json'];
      delete content['application/json'];
    },
  ),
  'an error status is removed': breakOf(
    'status-removed',
    'POST /incidents, response 422',
    (document) => {
      delete operationOf(document, 'post', '/incidents').responses[422];
    },
  ),
  'a new success status is added': breakOf(
    'success-added',
    'POST /incidents, response 202',
    (document) => {
      const { responses } = operationOf(document, 'post', '/incidents');
      responses[202] = responses[201];
    },
  ),
  'an error code is removed': breakOf(
    'error-code-removed',
    'GET /incidents, response 401',
    ({ components }) => {
      const { schema } =
        components.responses.UnauthenticatedOrTokenExpired.content['application/json'];
      removeFrom(schema.allOf[1].properties.code.enum, 'token_expired');
    },
  ),
  'a response header is removed': breakOf(
    'header-removed',
    'POST /incidents, response 201: Location',
    (document) => {
      delete operationOf(document, 'post', '/incidents').responses[201].headers.Location;
    },
  ),
  'a field of a body has another type': breakOf(
    'input-type',
    `${CREATE}.short_description`,
    (document) => {
      propertyOf(document, 'IncidentCreate', 'short_description').type = 'object';
    },
  ),
  'a field of a body may no longer be null': breakOf(
    'input-not-nullable',
    `${CREATE}.description`,
    (document) => {
      propertyOf(document, 'IncidentCreate', 'description').type = 'string';
    },
  ),
  'a value of a body is removed': breakOf(
    'input-value-removed',
    `${CREATE}.priority`,
    (document) => {
      removeFrom(propertyOf(document, 'IncidentCreate', 'priority').enum, 'P4');
    },
  ),
  'any text of a body becomes a list of values': breakOf(
    'input-value-removed',
    `${CREATE}.subcategory`,
    (document) => {
      propertyOf(document, 'IncidentCreate', 'subcategory').enum = ['disk', null];
    },
  ),
  'a value of a query is removed': breakOf(
    'input-value-removed',
    'GET /incidents, query parameter sort',
    (document) => {
      removeFrom(parameterOf(document, '/incidents', 'sort').schema.enum, 'priority');
    },
  ),
  'a text becomes shorter': breakOf('input-limit', `${CREATE}.description`, (document) => {
    propertyOf(document, 'IncidentCreate', 'description').maxLength = 1000;
  }),
  'a text gets a minimum length': breakOf('input-limit', `${CREATE}.description`, (document) => {
    propertyOf(document, 'IncidentCreate', 'description').minLength = 1;
  }),
  'a number gets a maximum': breakOf(
    'input-limit',
    'GET /incidents, query parameter limit',
    ({ components }) => {
      components.parameters.Limit.schema.maximum = 100;
    },
  ),
  'a text gets a pattern': breakOf('input-form', `${CREATE}.description`, (document) => {
    propertyOf(document, 'IncidentCreate', 'description').pattern = '^[a-z]+$';
  }),
  'a default changes': breakOf(
    'input-default',
    'GET /incidents, query parameter limit',
    ({ components }) => {
      components.parameters.Limit.schema.default = 50;
    },
  ),
  'a field of a body is removed': breakOf('input-field-removed', CREATE, (document) => {
    delete schemaOf(document, 'IncidentCreate').properties.impact;
  }),
  'a field of a body becomes required': breakOf('input-field-required', CREATE, (document) => {
    schemaOf(document, 'IncidentCreate').required.push('description');
  }),
  'a required field is added to a body': breakOf('input-field-required', CREATE, (document) => {
    const { properties, required } = schemaOf(document, 'IncidentCreate');
    properties.site = { type: 'string' };
    required.push('site');
  }),
  'free members of a body are closed': breakOf(
    'input-fields-closed',
    'POST /webhooks/inbound/{id}, body',
    (document) => {
      const { content } = operationOf(document, 'post', '/webhooks/inbound/{id}').requestBody;
      content['application/json'].schema.additionalProperties = false;
    },
  ),
  'an alternative of a body is replaced': breakOf(
    'input-alternative-removed',
    'GET /incidents, query parameter page',
    ({ components }) => {
      components.parameters.Page.schema = {
        minimum: 1,
        anyOf: [{ type: 'boolean' }, { type: 'string' }],
      };
    },
  ),
  'a response field is retyped': breakOf('output-type', `${READ}.version`, (document) => {
    propertyOf(document, 'Incident', 'version').type = 'string';
  }),
  'a response field may be null': breakOf('output-nullable', `${READ}.opened_by`, (document) => {
    propertyOf(document, 'Incident', 'opened_by').type = ['string', 'null'];
  }),
  'a response has a new state': breakOf('output-value-added', `${READ}.state`, (document) => {
    propertyOf(document, 'Incident', 'state').enum.push('archived');
  }),
  'a list of response values becomes any text': breakOf(
    'output-value-added',
    `${READ}.state`,
    (document) => {
      delete propertyOf(document, 'Incident', 'state').enum;
    },
  ),
  'a time in a response becomes a date': breakOf(
    'output-format',
    `${READ}.created_at`,
    (document) => {
      propertyOf(document, 'Incident', 'created_at').format = 'date';
    },
  ),
  'a response field is removed': breakOf('output-field-removed', READ, (document) => {
    delete schemaOf(document, 'Incident').properties.occurrences;
    removeFrom(schemaOf(document, 'Incident').required, 'occurrences');
  }),
  'a response field becomes optional': breakOf('output-field-optional', READ, (document) => {
    removeFrom(schemaOf(document, 'Incident').required, 'resolution');
  }),
  'a field of the rows of a list becomes optional': breakOf(
    'output-field-optional',
    'GET /incidents, response 200: IncidentSummary',
    (document) => {
      removeFrom(schemaOf(document, 'IncidentSummary').required, 'state');
    },
  ),
  'a map in a response becomes empty': breakOf(
    'output-fields-closed',
    'GET /health, response 200: Health.checks',
    (document) => {
      propertyOf(document, 'Health', 'checks').additionalProperties = false;
    },
  ),
  'the rows of a list have a new alternative': breakOf(
    'output-alternative-added',
    'GET /incidents, response 200: IncidentList.data[]',
    (document) => {
      propertyOf(document, 'IncidentList', 'data').items.anyOf.push({ type: 'string' });
    },
  ),
};

export const harmlessChanges: Readonly<Record<string, Plant>> = {
  'a path is added': ({ paths }) => {
    paths['/problems'] = {
      get: { ...paths['/incidents'].get, operationId: 'listProblems' },
    };
  },
  'an operation is added to a path': ({ paths }) => {
    paths['/me'].delete = { ...paths['/me'].get, operationId: 'deleteMe' };
  },
  'an optional field is added to a body': (document) => {
    schemaOf(document, 'IncidentCreate').properties.site = { type: 'string', maxLength: 5 };
  },
  'an optional parameter is added': (document) => {
    const { parameters } = operationOf(document, 'get', '/incidents');
    parameters.push({ name: 'site', in: 'query', schema: { type: 'string' } });
  },
  'a response field is added': (document) => {
    const { properties, required } = schemaOf(document, 'Incident');
    properties.site = { type: ['string', 'null'] };
    required.push('site');
  },
  'a required field of a body becomes optional': (document) => {
    schemaOf(document, 'IncidentCreate').required = [];
  },
  'a text of a body may be longer, null and of any form': (document) => {
    const text = propertyOf(document, 'IncidentCreate', 'short_description');
    Object.assign(text, { maxLength: 500, type: ['string', 'null'] });
    delete text.pattern;
  },
  'a body accepts a new value': (document) => {
    propertyOf(document, 'IncidentCreate', 'priority').enum.push('P5');
  },
  'a whole number of a query may be any number': ({ components }) => {
    components.parameters.Page.schema.type = 'number';
  },
  'a response field is no longer null': (document) => {
    propertyOf(document, 'Incident', 'description').type = 'string';
  },
  'an optional response field is always sent': (document) => {
    schemaOf(document, 'IncidentList').required.push('next_cursor');
  },
  'an error status is added': (document) => {
    const { responses } = operationOf(document, 'get', '/me');
    responses[409] = operationOf(document, 'post', '/incidents').responses[409];
  },
  'an error code is added': ({ components }) => {
    const { schema } = components.responses.InsufficientRole.content['application/json'];
    schema.allOf[1].properties.code.enum.push('too_curious');
    components.schemas.Problem.properties.code.enum.push('too_curious');
  },
  'a type of event is added, with data of its own before others': (document) => {
    for (const name of ['Event', 'EventFields']) {
      propertyOf(document, name, 'event').enum.push('problem.created');
      propertyOf(document, name, 'data').anyOf.unshift({
        type: 'object',
        required: ['known_error'],
        properties: { known_error: { type: 'boolean' } },
      });
    }
  },
  'a notification type is added, because the description announces more': (document) => {
    propertyOf(document, 'Notification', 'type').enum.push('problem.solved');
  },
  'descriptions and examples change': (document) => {
    schemaOf(document, 'Incident').description = 'An incident.';
    delete schemaOf(document, 'Incident').examples;
    operationOf(document, 'get', '/incidents').summary = 'Find incidents';
  },
};
