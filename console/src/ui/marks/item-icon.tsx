// An item of the catalog names its icon; one without a name, or with one of a later release, has the picture of a parcel.
import type { ReactNode } from 'react';
import {
  AddPersonIcon,
  DatabaseIcon,
  DeskIcon,
  HelpIcon,
  ItemIcon as ParcelIcon,
  KeyIcon,
  LaptopIcon,
  NetworkIcon,
  PhoneIcon,
  PrinterIcon,
  SoftwareIcon,
} from '../icons.ts';

const icons: Readonly<Record<string, ReactNode>> = {
  laptop: <LaptopIcon aria-hidden />,
  phone: <PhoneIcon aria-hidden />,
  key: <KeyIcon aria-hidden />,
  user_plus: <AddPersonIcon aria-hidden />,
  software: <SoftwareIcon aria-hidden />,
  printer: <PrinterIcon aria-hidden />,
  desk: <DeskIcon aria-hidden />,
  network: <NetworkIcon aria-hidden />,
  database: <DatabaseIcon aria-hidden />,
  help: <HelpIcon aria-hidden />,
};

export const ItemIcon = ({ name }: { name: string | null }) =>
  icons[name ?? ''] ?? <ParcelIcon aria-hidden />;
