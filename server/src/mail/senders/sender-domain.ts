import { domainToASCII } from 'node:url';

/** An international domain has two spellings, and each may end with a dot. */
export const comparableDomain = (domain: string): string => {
  const bare = domain.trim().replace(/\.$/, '').toLowerCase();
  return domainToASCII(bare) || bare;
};

export const domainOf = (address: string): string =>
  comparableDomain(address.slice(address.lastIndexOf('@') + 1));
