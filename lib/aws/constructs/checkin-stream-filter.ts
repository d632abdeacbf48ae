/**
 * Which records of the bookings' stream are worth a call: a booking that has a check-in with `notify` now and had none
 * before. An import that changes a checked-in booking is none, a deletion has no new image. (Lambda filters DynamoDB's
 * records on their `dynamodb` member alone, and `exists` on leaves alone, so the member that every check-in has stands for it.)
 */
export const justCheckedInWithNotify = {
  dynamodb: {
    NewImage: { checkin: { M: { notify: { BOOL: [true] } } } },
    OldImage: { checkin: { M: { notify: { BOOL: [{ exists: false }] } } } },
  },
};
