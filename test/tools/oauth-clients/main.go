// Logs in with golang.org/x/oauth2/clientcredentials, by HTTP Basic and in the form, and checks a person in.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	baseURL, clientID, clientSecret := os.Args[1], os.Args[2], os.Args[3]
	styles := map[string]oauth2.AuthStyle{
		"client_secret_basic": oauth2.AuthStyleInHeader,
		"client_secret_post":  oauth2.AuthStyleInParams,
	}
	for name, style := range styles {
		config := clientcredentials.Config{
			ClientID:     clientID,
			ClientSecret: clientSecret,
			TokenURL:     baseURL + "/oauth2/token",
			Scopes:       []string{"checkin"},
			AuthStyle:    style,
		}
		token, err := config.Token(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		response, err := config.Client(context.Background()).Post(
			baseURL+"/scheduling/checkin", "application/json", strings.NewReader(`{"id":1}`))
		if err != nil {
			log.Fatal(err)
		}
		response.Body.Close()
		fmt.Println(name, token.TokenType, token.Extra("scope"), response.StatusCode)
	}
}
