/** Stands in for a mail service with API keys. */
export interface MailService {
  /** @returns false if the key is not one of its own */
  send(apiKey: string, to: string, subject: string): Promise<boolean>;
  readonly sent: readonly string[];
}

export function createMailService(key: string): MailService {
  const sent: string[] = [];
  return {
    sent,
    async send(apiKey, to, subject) {
      if (apiKey !== key) return false;
      sent.push(`${to}: ${subject}`);
      return true;
    },
  };
}
