/** What a reader has to know before the operations, in CommonMark. */
export const introduction = `When somebody badges at a gate, the gate’s system (the *API client*) calls this service, and the service checks that person in on every booking that is open at that moment.

1. **Log in** once with the credentials that the operator handed out, and keep the token set.
2. **Check in** with the access token, and an \`Idempotency-Key\` of your own for each swipe.
3. **Refresh** with the refresh token shortly before the access token expires, or when a call answers 401; where that is refused, log in again.

An API client belongs to one company and sees only its users and bookings.

**Units.** Expirations are integer milliseconds since 1970-01-01T00:00:00Z; moments in requests and messages are date-times of RFC 3339 with their offset.

**Errors** are \`{statusCode, code, message, requestId}\`, with \`errors\` where fields are invalid. Programs go by \`code\`. Repeat on 408, 429, 500, 502, 503, 504 and when no answer comes, with growing, random delays and the same Idempotency-Key; any other 4xx asks for another request. What does not get past the gateway is answered with \`{message}\` alone; so is what is no operation: a 404 without \`requestId\` is a wrong URL or method, such as a slash too many at the end.

**Messages** are in English, Brazilian Portuguese or Spanish, as \`Accept-Language\` asks. Statuses, numbers and names never change with it.

**Compatibility.** Within version 1 nothing that is described here is taken away or changes its meaning. What may be added: optional members and headers of requests, headers of answers, members and codes of errors, other operations, members of a success that appear only when the request asks for them, other languages, other wordings of messages. Ignore headers and members that you do not know, and do not compare messages; members of a request that the service does not know are ignored likewise.`;
