import { notFound } from '../../platform/errors.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { OwnedCi, Person } from './person.schema.ts';
import { findPerson } from './person.sql.ts';

const pick = picker(Person);
const pickCi = picker(OwnedCi);

export async function getPerson(request: RequestContext<{ email: string }>): Promise<Reply> {
  const { params, deps } = request;
  const person = await findPerson(deps.db, request, params.email);
  if (!person) throw notFound(`Person ${params.email}`);
  return ok(pick({ ...person, cis: person.cis.map(pickCi) }));
}
