/** What pages say when there is nothing to fill in. One place, one tone. */
import { notice } from './page-shell.js';
import { showPage } from './respond.js';

export const says = {
  gone: () =>
    showPage(
      'No longer open',
      notice(
        'This page is no longer open',
        'It was finished, closed or has run out. Go back to where you were asked, and ask again from there.',
      ),
      404,
    ),
  foreign: () =>
    showPage(
      'Not your page',
      notice(
        'This page is not yours',
        'It was opened for somebody else. If somebody sent you this address, close the page: what you do here would be theirs.',
      ),
      403,
    ),
  otherBrowser: () =>
    showPage(
      'Open elsewhere',
      notice(
        'This page belongs to another browser',
        'Go on where you began. If somebody sent you this address, close the page: what you do here would be theirs.',
      ),
      403,
    ),
  unknown: () =>
    showPage('Sign in first', notice('Sign in first', 'Sign in to this service in this browser, then open the page again.'), 401),
  refused: () => showPage('Not possible', notice('This is not possible', 'Go back, load the page again and try once more.'), 403),
  wrongForm: () => showPage('Not possible', notice('This could not be read', 'Go back and try again with less text.'), 413),
  busy: () => showPage('Too often', notice('That was too often', 'Wait a minute, then try again.'), 429),
  unavailable: () => showPage('Not available', notice('This page cannot be shown right now', 'Try again in a moment.'), 503),
  done: () => showPage('Done', notice('Done', 'You can close this page. What you were asked for goes on where you began.')),
  closed: () => showPage('Closed', notice('Closed', 'Nothing was kept. You can close this page.')),
  tooManyCodes: () =>
    showPage(
      'Closed',
      notice('This page is closed', 'The code was wrong too often. Go back to where you were asked, and ask again from there.'),
      403,
    ),
} as const;
