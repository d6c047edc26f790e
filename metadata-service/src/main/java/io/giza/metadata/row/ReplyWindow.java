package io.giza.metadata.row;

import io.giza.paxos.Reply;

/** Cuts the log of the row that a reply shows, so that replies stay small. */
final class ReplyWindow {
    private ReplyWindow() {}

    /** Returns {@code reply} with no more of its row's log than the versions from {@code first}. */
    static Reply cut(Reply reply, long first) {
        return switch (reply) {
            case Reply.Voted r -> new Reply.Voted(r.row().since(first));
            case Reply.Promised r -> new Reply.Promised(r.row().since(first));
            case Reply.Accepted r -> new Reply.Accepted(r.row().since(first));
            case Reply.Nacked r -> new Reply.Nacked(r.row().since(first));
            case Reply.Chosen r -> new Reply.Chosen(r.row().since(first));
            case Reply.Lagging r -> new Reply.Lagging(r.row().since(first));
            case Reply.Fenced r -> new Reply.Fenced(r.row().since(first));
            case Reply.Already r -> new Reply.Already(r.row().since(first), r.version());
            case Reply.StaleEpoch r -> new Reply.StaleEpoch(r.row().since(first));
            case Reply.NotReady r -> new Reply.NotReady(r.row().since(first));
            case Reply.Current r -> new Reply.Current(r.row().since(first));
        };
    }
}
