// Command kube holds the components of one small Kubernetes cluster, and kubectl; its first argument
// says which one it is.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

var components = map[string]func() *cobra.Command{
	"apiserver":   apiserver.NewAPIServerCommand,
	"controllers": controllers.NewControllerManagerCommand,
	"scheduler":   func() *cobra.Command { return scheduler.NewSchedulerCommand() },
	"kubelet":     func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) },
	"proxy":       proxy.NewProxyCommand,
	"kubectl":     kubectl.NewDefaultKubectlCommand,
}

func main() {
	if len(os.Args) < 2 || components[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: kube apiserver|controllers|scheduler|kubelet|proxy|kubectl [flags]")
		os.Exit(2)
	}
	component := components[os.Args[1]]
	os.Args = os.Args[1:]
	command := component()
	if os.Args[0] == "kubectl" {
		if err := cli.RunNoErrOutput(command); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(cli.Run(command))
}
