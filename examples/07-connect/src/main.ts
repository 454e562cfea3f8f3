import { serve } from '@midcall/example-kit/serve';
import { startCodehost } from './codehost.js';
import { createMailService } from './mail-service.js';
import { defineListRepositories, defineSendMail } from './tools.js';

// What the stand-in says about itself must not get into the protocol's stream.
console.info = console.error;
const codehost = await startCodehost();
const mail = createMailService('mail-key-1');
process.stderr.write('the mail service takes the key mail-key-1; Codehost takes any name and password\n');
serve('connect', () => [defineSendMail(mail), defineListRepositories(codehost)]);
