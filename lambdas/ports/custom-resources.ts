import type { AccountRecord } from './records.ts';
import type { ServiceAnswer, ServiceRequest } from './service.ts';

/** Writes accounts of stacks, and no others. */
export interface AccountWriter {
  /** Stores a new account. @returns false when there is one of this id, which stays as it is */
  create(account: AccountRecord): Promise<boolean>;
  /** Sets the plan of an account. @returns false when there is no such account */
  setPlan(accountId: string, plan: string): Promise<boolean>;
}

export interface KeyEnder {
  /** Ends an API key of an account at a moment, unless it ends before or is not there. */
  endAt(accountId: string, keyId: string, moment: Date): Promise<void>;
}

/** API keys in Secrets Manager, each the whole text of its secret. */
export interface KeySecrets {
  /** The text of a secret's current or previous value; undefined when there is none. */
  read(secret: string, which: 'current' | 'previous'): Promise<string | undefined>;
  /**
   * Stores a text as the pending value of a secret.
   *
   * @param token one call has one token, also when it is repeated.
   * @returns the text, or that of an earlier call with the same token
   */
  propose(secret: string, token: string, text: string): Promise<string>;
  /** Makes the value of a token the current one. */
  accept(secret: string, token: string): Promise<void>;
  /** Makes the previous value the current one again. */
  restore(secret: string): Promise<void>;
}

export interface TemplateAssets {
  /** Returns what a synthesis published. @throws Error when it is not there */
  read(bucket: string, key: string): Promise<Uint8Array>;
}

export interface ApiCaller {
  /** Calls the API of this stage with a key. @throws Error when it cannot be reached */
  call(apiKey: string, request: ServiceRequest): Promise<ServiceAnswer>;
}

/** What CloudFormation is told about a custom resource. */
export interface CustomResourceAnswer {
  readonly Status: 'SUCCESS' | 'FAILED';
  readonly Reason?: string;
  readonly PhysicalResourceId: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  /** Attributes of the resource. */
  readonly Data?: Readonly<Record<string, string>>;
}

export interface CustomResourceAnswers {
  /** Sends an answer to the address that CloudFormation gave. */
  send(address: string, answer: CustomResourceAnswer): Promise<void>;
}
