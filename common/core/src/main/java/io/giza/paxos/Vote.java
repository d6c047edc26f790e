package io.giza.paxos;

import io.giza.model.Value;

/**
 * What an acceptor accepted last in its open instance.
 *
 * @param ballot the ballot it was accepted on
 * @param value the accepted value
 */
public record Vote(Ballot ballot, Value value) {}
