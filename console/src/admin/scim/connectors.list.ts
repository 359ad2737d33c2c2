import { type Connector, listConnectors } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const connectorList = defineList<Connector>({ filters: [], read: listConnectors });
