import { may } from '../../identity/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import {
  Connector,
  ConnectorCreate,
  ConnectorId,
  ConnectorUpdate,
  ConnectorWithToken,
  SavedConnector,
} from './connectors.schema.ts';
import {
  createConnector,
  getConnector,
  listConnectors,
  rotateToken,
  updateConnector,
} from './connectors.service.ts';

const params = object({ id: ConnectorId });
const tag = 'SCIM connectors';
const policy = may('scim_connectors.manage');

export const connectorRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/scim-connectors',
    operationId: 'listScimConnectors',
    tag,
    summary: 'List SCIM connectors',
    description: 'Newest first. Tokens are not returned.',
    policy,
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of connectors.',
      schema: listEnvelope(Connector, 'ScimConnectorList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listConnectors,
  }),
  writes({
    method: 'POST',
    path: '/scim-connectors',
    operationId: 'createScimConnector',
    tag,
    summary: 'Create a SCIM connector',
    description:
      'Give `url` and `token` to the directory. `token` is returned only in this response and is valid for 365 days.',
    policy,
    body: ConnectorCreate,
    success: {
      status: 201,
      description: 'The connector and its token.',
      schema: ConnectorWithToken,
    },
    returnsSecret: true,
    write: createConnector,
  }),
  reads({
    method: 'GET',
    path: '/scim-connectors/:id',
    operationId: 'getScimConnector',
    tag,
    summary: 'Get a SCIM connector',
    description: 'The token is not included; only its hash is stored.',
    policy,
    params,
    showsUnversioned: true,
    success: { status: 200, description: 'The connector.', schema: Connector },
    read: getConnector,
  }),
  patches({
    method: 'PATCH',
    path: '/scim-connectors/:id',
    operationId: 'updateScimConnector',
    tag,
    summary: 'Update a SCIM connector',
    description:
      'New `role_rules` replace all of the old ones; a job applies them to the users of the connector. `active: false` refuses the token at once.',
    policy,
    params,
    body: ConnectorUpdate,
    success: { status: 200, description: 'The updated connector.', schema: SavedConnector },
    errors: ['version_mismatch'],
    patch: updateConnector,
  }),
  writes({
    method: 'POST',
    path: '/scim-connectors/:id/rotate',
    operationId: 'rotateScimToken',
    tag,
    summary: 'Rotate SCIM token',
    description:
      'The old token is refused at once. The new one is returned only in this response and is valid for 365 days.',
    policy,
    params,
    success: {
      status: 200,
      description: 'The connector and its token.',
      schema: ConnectorWithToken,
    },
    errors: ['version_mismatch'],
    returnsSecret: true,
    write: rotateToken,
  }),
];
