package io.giza.console.view;

import java.util.List;

/**
 * A topology that somebody asks for.
 *
 * @param document as it was typed
 * @param epoch from which it was made
 * @param differences from the one that holds
 * @param refusal why the cluster refuses it; empty if it does not
 * @param losses the objects that become unreadable, a sentence for each account
 * @param losesData whether it is to be done although data is lost
 * @param decided the epoch that was decided; 0 if it was only looked at
 */
public record TopologyChange(
        String document,
        long epoch,
        List<String> differences,
        String refusal,
        List<String> losses,
        boolean losesData,
        long decided) {}
