import { Gauge, type GaugeConfiguration } from 'prom-client';

/** Removes the value; `reset` alone leaves a 0 in a gauge without labels. */
export function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

/** A worker registers these gauges and does not measure all of them: a 0 would look like a measurement. */
function absentGauge(options: GaugeConfiguration<string>): Gauge {
  const gauge = new Gauge(options);
  clear(gauge);
  return gauge;
}

export const databaseSize = absentGauge({
  name: 'signalbox_database_size_bytes',
  help: 'Size of the database on disk.',
});

export const oldestTransaction = absentGauge({
  name: 'signalbox_database_oldest_transaction_seconds',
  help: 'Age of the oldest open transaction; transactions of other users count only with the role pg_monitor.',
});

export const freezeRatio = absentGauge({
  name: 'signalbox_database_freeze_age_ratio',
  help: 'Transaction ids in use, as a share of those after which PostgreSQL refuses writes.',
});

export const clientConnections = absentGauge({
  name: 'signalbox_database_clients',
  help: 'Connections of all clients to the database server.',
});

export const maxConnections = absentGauge({
  name: 'signalbox_database_clients_max',
  help: 'Connections that the database server allows, without those reserved for administrators.',
});

export const standbys = absentGauge({
  name: 'signalbox_database_standbys',
  help: 'Standbys that are connected to the database server.',
});

export const standbyLag = absentGauge({
  name: 'signalbox_database_replication_lag_bytes',
  help: 'Log that a standby has not replayed yet; only with the role pg_monitor.',
  labelNames: ['standby'],
});

export const slotBytes = absentGauge({
  name: 'signalbox_database_slot_retained_bytes',
  help: 'Log that a replication slot keeps on the disk.',
  labelNames: ['slot'],
});

export const archiveFailing = absentGauge({
  name: 'signalbox_database_archive_failing',
  help: 'Whether the last attempt to archive log failed (1) or not (0); absent without archiving.',
});

export const archiveLag = absentGauge({
  name: 'signalbox_database_archive_lag_bytes',
  help: 'Finished log that is not archived yet; absent without archiving.',
});

export const monthsAhead = absentGauge({
  name: 'signalbox_database_months_ahead',
  help: 'Months after this one for which every partitioned table has a partition; -1 if this month has none.',
});

export const strayTables = absentGauge({
  name: 'signalbox_database_default_partitions_used',
  help: 'Tables with rows in their default partition.',
});

export const lastBackup = absentGauge({
  name: 'signalbox_last_backup_timestamp_seconds',
  help: 'When the newest recorded backup of this kind finished, in seconds since 1970.',
  labelNames: ['kind'],
});

export const databaseCreated = absentGauge({
  name: 'signalbox_database_created_timestamp_seconds',
  help: 'When the database was migrated for the first time, in seconds since 1970.',
});

export const waitingMails = absentGauge({
  name: 'signalbox_mails_waiting',
  help: 'E-mails that are not sent yet, at most 1,000.',
});

export const oldestMail = absentGauge({
  name: 'signalbox_mails_oldest_waiting_seconds',
  help: 'Age of the oldest e-mail that is not sent yet.',
});

export const oldestReceived = absentGauge({
  name: 'signalbox_messages_oldest_received_seconds',
  help: 'Age of the oldest received mail that is not processed yet.',
});

export const mailboxFailing = absentGauge({
  name: 'signalbox_mailbox_failing_seconds',
  help: 'How long an active mailbox has failed to receive mail; 0 while it does not fail. At most 200 mailboxes, failing ones first.',
  labelNames: ['mailbox'],
});

export const outgoingHeld = absentGauge({
  name: 'signalbox_outgoing_held',
  help: 'Whether this process holds deliveries and e-mails (1), after a restore or at another address, or not (0).',
});

export const measured = new Gauge({
  name: 'signalbox_measured',
  help: 'Whether the metrics of this part could be read from the database (1) or are absent (0).',
  labelNames: ['part'],
});

export const restoreSuspected = absentGauge({
  name: 'signalbox_restore_suspected',
  help: 'Whether the database seems to be restored and `admin restored` was not run (1) or not (0).',
});
