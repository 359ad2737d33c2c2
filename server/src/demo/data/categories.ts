// Sample data names categories by the words of the evaluation set; people see the names that pickers offer.
import type { Settings } from '../../platform/runtime/settings.ts';

interface Category {
  name: string;
  /** Each word of the sample data has a name for people. */
  subcategories: Readonly<Record<string, string>>;
}

const categories: Readonly<Record<string, Category>> = {
  access: {
    name: 'Access',
    subcategories: {
      account: 'Account',
      mfa: 'Second factor',
      password: 'Password',
      permissions: 'Permissions',
      service_account: 'Service account',
      sso: 'Single sign-on',
    },
  },
  database: {
    name: 'Database',
    subcategories: {
      backup: 'Backup',
      concurrency: 'Concurrency',
      data: 'Data',
      performance: 'Performance',
      replication: 'Replication',
      storage: 'Storage',
    },
  },
  desktop: {
    name: 'Desktop',
    subcategories: {
      application: 'Application',
      browser: 'Browser',
      collaboration: 'Collaboration',
      file_share: 'File share',
      office: 'Office',
      operating_system: 'Operating system',
    },
  },
  email: {
    name: 'E-mail',
    subcategories: {
      calendar: 'Calendar',
      delivery: 'Delivery',
      distribution_list: 'Distribution list',
      mailbox: 'Mailbox',
      spam: 'Spam',
    },
  },
  hardware: {
    name: 'Hardware',
    subcategories: {
      laptop: 'Laptop',
      meeting_room: 'Meeting room',
      peripheral: 'Peripheral',
      phone: 'Phone',
      printer: 'Printer',
      scanner: 'Scanner',
    },
  },
  infrastructure: {
    name: 'Infrastructure',
    subcategories: {
      certificate: 'Certificate',
      container: 'Container',
      facility: 'Facility',
      host: 'Host',
      load_balancer: 'Load balancer',
      scheduled_job: 'Scheduled job',
    },
  },
  network: {
    name: 'Network',
    subcategories: {
      dns_dhcp: 'DNS and DHCP',
      firewall: 'Firewall',
      lan: 'Local network',
      vpn: 'VPN',
      wan: 'Wide area network',
      wifi: 'Wi-Fi',
    },
  },
  security: {
    name: 'Security',
    subcategories: {
      lost_device: 'Lost device',
      malware: 'Malware',
      phishing: 'Phishing',
      suspicious_sign_in: 'Suspicious sign-in',
      vulnerability: 'Vulnerability',
    },
  },
  software: {
    name: 'Software',
    subcategories: {
      integration: 'Integration',
      orders: 'Orders',
      payments: 'Payments',
      release: 'Release',
      web: 'Web',
    },
  },
};

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Articles have some categories that no incident has. */
export const categoryName = (word: string): string => categories[word]?.name ?? capitalize(word);

/** Throws if the sample data has an unknown word. */
export function categoryOf(
  word: string,
  subword: string,
): { category: string; subcategory: string } {
  const category = categories[word];
  const subcategory = category?.subcategories[subword];
  if (!category || subcategory === undefined)
    throw new Error(`The demonstration has no category ${word} with ${subword}.`);
  return { category: category.name, subcategory };
}

export const categoryChoices: Settings['categories'] = Object.values(categories).map(
  ({ name, subcategories }) => ({ name, subcategories: Object.values(subcategories) }),
);
