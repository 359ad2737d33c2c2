// Rate limits charge the address that a request came from.

/**
 * Returns an empty text for a caller who has reset the connection: the system forgets the address then, and `ip` is
 * undefined although its type says otherwise. Such callers share one bucket; nobody reads their responses.
 */
export const callerAddress = ({ ip }: { ip: string | undefined }): string => ip ?? '';
