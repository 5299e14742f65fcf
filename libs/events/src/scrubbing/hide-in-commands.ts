import { isPlaceholder } from './assignments/find-value.ts';
import { HIDDEN, type HideInText } from './hidden.ts';

const OF_CURL =
  /(\s(?:-[A-Za-z]{0,4}u,? {0,3}|--(?:proxy-)?user[ =]{1,3})|["'](?:-u|--user)\\?["'], {0,3})(?:(\\?["'])([^\s"':\\]{0,100}:)((?:(?!\2)[^\n]){1,200})|([^\s"':\\]{0,100}:)([^\s"'`\\]{1,200}))/g;

/** Searching for the rarer `url` first is twice as fast. */
function mayBeOfCurl(texts: string): boolean {
  return texts.includes('url') && texts.includes('curl');
}

/** Hides the password in `curl -u user:password`, also as `"-u", "user:password"`. */
const hideOfCurl: HideInText = (text, tell) => {
  if (!text.includes('curl')) return text;
  return text.replace(OF_CURL, (match, option: string, ...groups: (string | undefined)[]) => {
    const [quote = '', quotedUser, quoted, user = quotedUser, password = quoted] = groups;
    if (password!.startsWith('//') || isPlaceholder(password!) || password === HIDDEN) return match;
    // Other commands take the ids of a user and a group in the same format, such as `-u 1000:1000`.
    if (/^[\d:]+$/.test(user! + password!)) return match;
    tell('credentials');
    return `${option}${quote}${user}${HIDDEN}`;
  });
};

/** Matches a program of MySQL or MariaDB with what follows in its line. */
const OF_MYSQL =
  /(?<![\w-])(?:mysql|mariadb)[\w-]{0,20}(?:\.exe)?(?=["'\\]{0,2}[\s,])[^\n]{1,2000}/g;
/** Matches `-p` with its value. A blank between them would begin the database's name. */
const PASSWORD = /(\s-p["'])([^"'\n]{1,200})|([\s"']-p)([^\s"'\\,;|&]{1,200})/g;

function mayBeOfMysql(texts: string): boolean {
  return texts.includes('-p') && (texts.includes('mysql') || texts.includes('mariadb'));
}

/** Hides the password in `mysql -u root -pPassword`, also as `"-pPassword"`. */
const hideOfMysql: HideInText = (text, tell) => {
  if (!mayBeOfMysql(text)) return text;
  return text.replace(OF_MYSQL, (command) =>
    command.replace(PASSWORD, (match, ...[before, quoted, option = before, bare]: string[]) => {
      if (isPlaceholder(quoted ?? bare ?? '')) return match;
      tell('credentials');
      return option + HIDDEN;
    }),
  );
};

export function mayHaveCommand(texts: string): boolean {
  return mayBeOfCurl(texts) || mayBeOfMysql(texts);
}

export const hideInCommands: HideInText = (text, tell) => hideOfMysql(hideOfCurl(text, tell), tell);
