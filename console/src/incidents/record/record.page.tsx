// The page of an incident.
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/incidents/$id');

export function RecordPage() {
  const { id } = route.useParams();
  return <h1 tabIndex={-1}>{id}</h1>;
}
