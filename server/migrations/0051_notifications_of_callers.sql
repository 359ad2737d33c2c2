-- The caller who caused a notification, whose notifications of an hour are limited. Absent where nobody did: SLA warnings
-- and alerts about webhooks. Expand only: those of the previous release are not counted.
alter table notifications add column caller text;
-- squawk-ignore require-concurrent-index-creation
create index notifications_of_caller on notifications (caller, created_at) where caller is not null;
