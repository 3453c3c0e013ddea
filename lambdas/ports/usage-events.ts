import type { UsageEvent } from '../core/quota/thresholds.ts';
import type { AccountRecord } from './records.ts';

export interface SentUsageEvent extends UsageEvent {
  readonly sentAt: Date;
}

export interface UsageEventLister {
  /** Events of an account that were sent, about periods that end after one moment and at another or before, the latest end first. */
  sent(accountId: string, ends: { readonly after: Date; readonly until: Date }): AsyncIterable<SentUsageEvent>;
}

export interface UsageEventSender {
  /** Sends events and records that they were sent. When it throws, some may have been sent without a record. */
  send(events: readonly UsageEvent[], sentAt: Date): Promise<void>;
}

export interface AccountReader {
  find(accountId: string): Promise<AccountRecord | undefined>;
}
