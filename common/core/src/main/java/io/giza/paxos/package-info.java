/** The protocol as pure functions: acceptor, rounds, quorums and the read rule. */
@NullMarked
package io.giza.paxos;

import org.jspecify.annotations.NullMarked;
